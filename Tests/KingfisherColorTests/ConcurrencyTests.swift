import Foundation
import KingfisherColor
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ConcurrencyTests {
    /// Frames of which the second one is darker, and that count how often they are asked for.
    private final class Frames: FrameSource {
        let pixels: [PixelBuffer]
        let asked = WatchedState(0)

        init(_ pixels: [PixelBuffer]) {
            self.pixels = pixels
        }

        var frameCount: Int { pixels.count }
        let loopCount = 3
        let residentByteCount = 77

        func duration(at index: Int) -> Duration { .milliseconds(10 * (index + 1)) }
        func frame(at index: Int) throws -> PixelBuffer {
            asked.update { $0 += 1 }
            return pixels[index]
        }
    }

    @Test("Frames of an animation are converted when they are asked for")
    func animation() throws {
        let profile = try Fixture.profile("p3")
        let stills = try [[200, 30, 40], [90, 20, 10]].map { try image($0, .rgb, profile: profile) }
        let frames = Frames(stills.map(\.pixels))
        var animation = stills[0]
        animation.frames = frames
        let converter = LCMSColorConverter()
        let result = try converter.converted(animation, to: nil)
        #expect(frames.asked.value == 0)
        let converted = try #require(result.frames)
        #expect(converted.frameCount == 2 && converted.loopCount == 3 && converted.residentByteCount == 77)
        #expect(converted.duration(at: 1) == .milliseconds(20))
        for (index, still) in stills.enumerated() {
            let expected = try converter.converted(still, to: nil).pixels
            #expect(try converted.frame(at: index).isIdentical(to: expected))
        }
        #expect(result.pixels.isIdentical(to: try converted.frame(at: 0)))
        var plain = animation
        plain.metadata.iccProfile = nil
        #expect(try converter.converted(plain, to: nil).frames is Frames)
    }

    @Test("Many conversions at once give what one alone gives", arguments: ["p3", "table", "gray"])
    func parallel(name: String) async throws {
        let converter = LCMSColorConverter()
        let profile = try Fixture.profile(name)
        let samples = steps(channels: 3, count: 9)
        let source = try image(samples, name == "gray" ? .gray : .rgb, profile: profile)
        let expected = try converter.converted(source, to: nil).pixels
        let inkProfile = try Fixture.profile("inks")
        let inks = steps(channels: 4, count: 6)
        let expectedInks = try [UInt8](Fixture.data("inks.rgb8"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<8 {
                        let result = try converter.converted(source, to: nil)
                        #expect(result.pixels.isIdentical(to: expected))
                        let convert = try converter.inkConversion(from: inkProfile)
                        #expect(difference(colors(of: inks, by: convert), expectedInks) ?? 9 <= 1)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("More profiles than are kept do no harm")
    func manyProfiles() throws {
        let converter = LCMSColorConverter()
        let profile = try Fixture.profile("adobe")
        let source = try image(steps(channels: 3, count: 9), .rgb, profile: profile)
        let expected = try converter.converted(source, to: nil).pixels
        for number in 0..<40 {
            let copy = try #require(ICCProfile(profile.data.replacing(String(format: "%04d", number), at: 4)))
            var other = source
            other.metadata.iccProfile = copy
            #expect(try converter.converted(other, to: nil).pixels.isIdentical(to: expected))
        }
    }

    @Test("A conversion stops when its task is cancelled")
    func cancellation() async throws {
        let profile = try Fixture.profile("p3")
        let layout = try PixelLayout(width: 1000, height: 1000, channels: .rgb)
        let source = Image(
            pixels: try TestImage.slopes(layout), metadata: ImageMetadata(iccProfile: profile))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try LCMSColorConverter().converted(source, to: nil)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
