import Foundation
import KingfisherCore
import KingfisherGIF
import KingfisherTestKit
import TestFixtures
import Testing

@Suite("GIF survives hostile files, quickly", .timeLimit(.minutes(5)))
struct GIFHostileTests {
    private let decoder = GIFDecoder()

    /// Looks at everything a file has, within limits that keep memory small.
    private func exhaust(_ data: Data) throws {
        var limits = DecodingLimits.standard
        limits.pixels = 4 << 20
        limits.animationPixels = 64 << 20
        do {
            _ = try decoder.inspect(data, limits: limits)
            let image = try decoder.decode(
                data, options: DecodingOptions(limits: limits, allowsPartial: true))
            if let frames = image.frames {
                for index in 0..<frames.frameCount { _ = try frames.frame(at: index) }
            }
        } catch is PluginError {}
    }

    /// 2,000 changes in a usual run; KINGFISHER_DAMAGE=10000 for more.
    @Test(
        "Any byte changed gives an error or an image",
        arguments: ["dispose-previous", "palette-7-interlaced"])
    func damage(name: String) throws {
        let rounds = ProcessInfo.processInfo.environment["KINGFISHER_DAMAGE"].flatMap { Int($0) } ?? 2000
        let data = try Fixtures.data("gif/\(name).gif")
        var random = RepeatableRandom(seed: 7)
        for _ in 0..<rounds {
            var damaged = data
            damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: 0...255, using: &random)
            let time = try WorkTime.measure { try exhaust(damaged) }
            #expect(time < WorkTime.second)
        }
    }

    @Test("Cut at any byte, whatever is shown of it is shown in time")
    func truncation() throws {
        let data = try Fixtures.data("gif/optimized.gif")
        for count in 0...data.count { try exhaust(data.prefix(count)) }
    }

    @Test("A huge canvas is described, and refused for its size")
    func hugeCanvas() throws {
        let data = try Fixtures.data("gif/huge.gif")
        let info = try decoder.inspect(data, limits: .standard)
        #expect((info.width, info.height) == (65535, 65535))
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(data, options: DecodingOptions())
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test("A frame far larger than its canvas is refused as well")
    func hugeFrame() throws {
        let data =
            GIFBytes.header(1, 1) + GIFBytes.image(0, 0, 1, 1, index: 1)
            + GIFBytes.image(0, 0, 65535, 65535, index: 1, pixels: 1) + GIFBytes.trailer
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(data, options: DecodingOptions())
        }
        #expect(error?.code == .limitExceeded)
        let first = try decoder.decode(data, options: DecodingOptions(onlyFirstFrame: true))
        #expect(first.width == 1)
    }

    @Test("A hundred thousand tiny frames are counted, and refused unless only the first one is wanted")
    func manyFrames() throws {
        var data = GIFBytes.header(1, 1)
        for _ in 0..<100_000 { data += GIFBytes.image(0, 0, 1, 1, index: 1) }
        data += GIFBytes.trailer
        #expect(try decoder.inspect(data, limits: .standard).frameCount == 100_000)
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(data, options: DecodingOptions())
        }
        #expect(error?.code == .limitExceeded)
        #expect(try decoder.decode(data, options: DecodingOptions(onlyFirstFrame: true)).frames == nil)
    }
}
