import Foundation
import KingfisherCore
import KingfisherTestKit
import KingfisherWebP
import TestFixtures
import Testing

@Suite("WebP refuses hostile files quickly and in words", .timeLimit(.minutes(10)))
struct WebPHostileTests {
    /// As many as KINGFISHER_CORRUPTIONS asks for, over all files.
    private static let rounds =
        ProcessInfo.processInfo.environment["KINGFISHER_CORRUPTIONS"].flatMap { Int($0) } ?? 2000

    @Test(
        "A byte changed at random gives an image or an error, within a second of work",
        arguments: ["lossy", "lossless-small", "alpha-best", "icc-exif-8-xmp", "anim-cleared"])
    func corruption(name: String) throws {
        let data = Fixture.webp(name)
        var random = RepeatableRandom(seed: UInt64(data.count))
        for round in 0..<Self.rounds / 5 {
            var changed = data
            let index = Int.random(in: data.indices, using: &random)
            changed[index] = UInt8.random(in: 0...255, using: &random)
            let time = WorkTime.measure {
                do {
                    try exhaust(changed, allowsPartial: round % 2 == 0)
                } catch {
                    #expect(error is PluginError, "byte \(index) as \(changed[index])")
                }
            }
            #expect(time < WorkTime.second, "byte \(index) as \(changed[index])")
        }
    }

    private func exhaust(_ data: Data, allowsPartial: Bool) throws {
        let options = DecodingOptions(limits: .untrusted, allowsPartial: allowsPartial)
        let image = try WebPImage.decode(data, options)
        for index in 0..<(image.frames?.frameCount ?? 0) { _ = try image.frames?.frame(at: index) }
    }

    @Test(
        "A header of 16,383 pixels squared is described, and refused for its size",
        arguments: ["huge", "huge-lossless"])
    func hugeHeader(name: String) throws {
        let info = try WebPDecoder().inspect(Fixture.webp(name), limits: .standard)
        #expect(info.width >= 16_383)
        let error = #expect(throws: PluginError.self) { try WebPImage.decode(name) }
        #expect(error?.code == .limitExceeded)
    }

    @Test("An animation of endless frames takes no memory for those beyond the limit")
    func endlessFrames() throws {
        let data = Fixture.webp("anim-opaque")
        // The last frame, again and again.
        let name = Data("ANMF".utf8)
        let frame = try data[#require(data.range(of: name, options: .backwards)).lowerBound...]
        var endless = data
        for _ in 0..<20_000 { endless.append(frame) }
        var size = UInt32(endless.count - 8).littleEndian
        endless.replaceSubrange(4..<8, with: Data(bytes: &size, count: 4))
        let info = try WebPDecoder().inspect(endless, limits: .untrusted)
        #expect(info.frameCount == 20_003)
        let error = #expect(throws: PluginError.self) {
            try WebPImage.decode(endless, DecodingOptions(limits: .untrusted))
        }
        #expect(error?.code == .limitExceeded)
        let still = try WebPImage.decode(
            endless, DecodingOptions(limits: .untrusted, onlyFirstFrame: true))
        #expect(still.width == 32)
    }

    @Test("A decode whose task is cancelled ends with a CancellationError, one of a frame too")
    func cancellation() async throws {
        let frames = try #require(try WebPImage.decode("anim-blended").frames)
        for work in [{ try WebPImage.decode("photo").pixels }, { try frames.frame(at: 4) }]
            as [@Sendable () throws -> PixelBuffer]
        {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try work()
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("Chunks that nobody knows, in any place, spoil nothing")
    func unknownChunks() throws {
        let data = Fixture.webp("icc")
        let whole = try WebPImage.decode(data)
        let unknown = Data("ABCD".utf8) + Data([3, 0, 0, 0, 1, 2, 3, 0])
        for place in ["ICCP", "VP8 "] {
            let start = try #require(data.range(of: Data(place.utf8))).lowerBound
            var longer = data
            longer.insert(contentsOf: unknown, at: start)
            var size = UInt32(longer.count - 8).littleEndian
            longer.replaceSubrange(4..<8, with: Data(bytes: &size, count: 4))
            let image = try WebPImage.decode(longer)
            #expect(image.pixels.isIdentical(to: whole.pixels))
            #expect(image.metadata.iccProfile == whole.metadata.iccProfile)
        }
    }
}
