import Foundation
import KingfisherCore
import KingfisherGIF
import Testing

@Suite("GIF shows what is there of a file that is not whole", .timeLimit(.minutes(1)))
struct GIFPartialTests {
    private let decoder = GIFDecoder()

    @Test("Cut at every byte, a file is incomplete", arguments: ["palette-4", "dispose-previous"])
    func everyTruncation(name: String) throws {
        let data = try Fixtures.data("gif/\(name).gif")
        for count in 0..<data.count {
            let error = #expect(throws: PluginError.self) {
                try decoder.decode(data.prefix(count), options: DecodingOptions())
            }
            #expect(error?.code == .truncated, "at \(count) bytes: \(String(describing: error))")
        }
    }

    @Test("The rows so far are right, the rest is transparent")
    func rowsSoFar() throws {
        let pixels = try PixelBuffer.make(64, 64) { x, y in [UInt8(x * 4), UInt8(y * 4 & 0xF0), 7] }
        let data = try GIFEncoder().encode(Image(pixels: pixels), options: EncodingOptions())
        let whole = try decoder.decode(data, options: DecodingOptions()).pixels.rgba()
        let half = try decoder.decode(
            data.prefix(data.count * 2 / 3), options: DecodingOptions(allowsPartial: true))
        #expect(half.isPartial)
        let part = try half.pixels.rgba()
        let known = part.lastIndex { $0 != 0 } ?? 0
        #expect(known > part.count / 4 && known < part.count - 256)
        #expect(part.prefix(known + 1) == whole.prefix(known + 1))
    }

    @Test("Of a cut animation the whole frames are shown")
    func wholeFrames() throws {
        let data = try Fixtures.data("gif/opaque.gif")
        let whole = try decoder.decode(data, options: DecodingOptions())
        let cut = try decoder.decode(
            data.prefix(data.count - 10), options: DecodingOptions(allowsPartial: true))
        #expect(cut.isPartial)
        #expect(cut.frames?.frameCount == 3)
        #expect(try cut.rgbaFrames() == Array(whole.rgbaFrames().prefix(3)))
    }

    @Test("A code without a meaning is damage, and shown up to there where that is allowed")
    func damage() throws {
        let data = try Fixtures.data("gif/bad-code.gif")
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(data, options: DecodingOptions())
        }
        #expect(error?.code == .corrupt)
        let image = try decoder.decode(data, options: DecodingOptions(allowsPartial: true))
        #expect(image.isPartial)
    }

    @Test("Passes of an interlaced image stand in for those to come, and get finer")
    func passes() throws {
        let data = try Fixtures.data("gif/in-blocks-interlaced.gif")
        let image = try decoder.decode(data, options: DecodingOptions()).pixels
        let whole = rows(try image.rgba(), width: image.width)
        let incremental = try #require(decoder.incrementalDecoder(options: DecodingOptions()))
        var right: [Int] = []
        for byte in data {
            try incremental.append(Data([byte]))
            guard let part = try incremental.takePartialImage() else { continue }
            let shown = rows(try part.pixels.rgba(), width: image.width)
            right.append(zip(shown, whole).count { $0 == $1 })
            // Each row is itself, or one of up to seven above; the row that just arrives may be there in part.
            let standIns = shown.indices.filter { row in
                whole[max(0, row - 7)...row].contains { $0 == shown[row] }
            }
            let known = shown.filter { $0.contains { $0 != 0 } }
            #expect(standIns.count >= known.count - 8)
        }
        #expect(right.count > 8)
        #expect(right == right.sorted())
        #expect(right.last == whole.count)
    }

    private func rows(_ pixels: Data, width: Int) -> [Data] {
        stride(from: 0, to: pixels.count, by: width * 4).map { Data(pixels[$0..<$0 + width * 4]) }
    }

    @Test("Rows come as their blocks do, and never twice the same")
    func progress() throws {
        let pixels = try PixelBuffer.make(100, 100) { x, y in [UInt8(x * y & 0xF0), UInt8(y), 0] }
        let data = try GIFEncoder().encode(Image(pixels: pixels), options: EncodingOptions())
        let whole = try decoder.decode(data, options: DecodingOptions()).pixels.rgba()
        let incremental = try #require(decoder.incrementalDecoder(options: DecodingOptions()))
        var known: [Int] = []
        for byte in data.dropLast() {
            try incremental.append(Data([byte]))
            guard let part = try incremental.takePartialImage()?.pixels.rgba() else { continue }
            let count = (part.lastIndex { $0 != 0 } ?? -1) + 1
            #expect(part.prefix(count) == whole.prefix(count))
            known.append(count)
        }
        #expect(known.count > 5)
        #expect(known == Set(known).sorted())
        #expect(known.last == whole.count)
    }
}
