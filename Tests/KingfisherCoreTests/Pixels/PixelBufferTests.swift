import Foundation
import KingfisherCore
import Testing

@Suite("Pixel canvases and buffers", .timeLimit(.minutes(1)))
struct PixelBufferTests {
    private let layout: PixelLayout

    init() throws {
        layout = try PixelLayout(width: 3, height: 2, channels: .rgba)
    }

    @Test("A new canvas is all zero")
    func zeroed() throws {
        let buffer = try PixelCanvas(layout).freeze()
        #expect(
            buffer.withSamples8 { samples in samples.indices.map { samples[$0] } }
                == [UInt8](repeating: 0, count: 24))
    }

    @Test("Freezing keeps the memory, and thawing the only owner keeps it too")
    func noCopy() throws {
        var canvas = try PixelCanvas(layout)
        let start = canvas.withMutableBytes { address(of: $0) }
        let buffer = canvas.freeze()
        #expect(buffer.withBytes { address(of: $0) } == start)
        var thawed = try (consume buffer).thaw()
        #expect(thawed.withMutableBytes { address(of: $0) } == start)
    }

    @Test("Thawing a shared buffer copies, and the other owner sees no change")
    func sharedCopy() throws {
        var canvas = try PixelCanvas(layout)
        canvas.withMutableSamples8 { $0[0] = 7 }
        let shared = canvas.freeze()
        let other = shared
        var thawed = try shared.thaw()
        thawed.withMutableSamples8 { samples in
            #expect(samples[0] == 7)
            samples[0] = 9
        }
        #expect(other.withSamples8 { $0[0] } == 7)
        #expect(thawed.freeze().withSamples8 { $0[0] } == 9)
    }

    @Test("Sixteen-bit samples are read as they were written")
    func sixteenBit() throws {
        var canvas = try PixelCanvas(PixelLayout(width: 2, height: 1, channels: .gray, depth: .sixteen))
        canvas.withMutableSamples16 { samples in
            samples[0] = 65_535
            samples[1] = 258
        }
        let buffer = canvas.freeze()
        #expect(buffer.withSamples16 { [$0[0], $0[1]] } == [65_535, 258])
    }

    @Test("Bytes are copied in, from a slice of data as well")
    func copying() throws {
        let bytes = Data((0..<24).map { UInt8($0) })
        let slice = (Data([99, 99]) + bytes).dropFirst(2)
        for data in [bytes, slice] {
            let buffer = try PixelBuffer(layout: layout, copying: data)
            #expect(buffer.withSamples8 { [$0[0], $0[23]] } == [0, 23])
        }
    }

    @Test("A count of bytes that is not the layout's is refused", arguments: [0, 23, 25])
    func wrongCount(count: Int) {
        let error = #expect(throws: PluginError.self) {
            try PixelBuffer(layout: layout, copying: Data(count: count))
        }
        #expect(error?.code == .truncated)
    }

    @Test("What a closure throws comes out unchanged")
    func typedThrows() throws {
        struct Failure: Error {}
        let buffer = try PixelCanvas(layout).freeze()
        #expect(throws: Failure.self) {
            try buffer.withBytes { _ throws(Failure) in throw Failure() }
        }
    }

    private func address(of bytes: RawSpan) -> UInt {
        bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }

    private func address(of bytes: borrowing MutableRawSpan) -> UInt {
        bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
}
