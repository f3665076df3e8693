import KingfisherCore
import KingfisherPipeline
import KingfisherTestKit
import Testing

@Suite("The timeline of an animation")
struct AnimationTimelineTests {
    private func timeline(
        _ milliseconds: [Int], loopCount: Int = 0, repeatCount: AnimationTimeline.RepeatCount = .asInFile
    ) throws -> AnimationTimeline {
        let pixels = try TestImage.slopes(PixelLayout(width: 2, height: 2, channels: .rgb))
        let frames = TestAnimation(
            frames: milliseconds.map { _ in pixels }, durations: milliseconds.map { .milliseconds($0) },
            loopCount: loopCount)
        return AnimationTimeline(of: frames, repeatCount: repeatCount)
    }

    @Test("looked at every 7 ms for a minute, it is where it should be to the millisecond")
    func noDrift() throws {
        var timeline = try timeline([40, 100, 30, 20])
        var time = 0
        while time < 60_000 {
            timeline.advance(by: .milliseconds(7))
            time += 7
            let within = time % 190
            let expected = within < 40 ? 0 : within < 140 ? 1 : within < 170 ? 2 : 3
            #expect(timeline.frame == expected)
            #expect(timeline.playedLoops == UInt(time / 190))
        }
    }

    @Test("the last frame of the last round has its full time, and stays")
    func end() throws {
        var timeline = try timeline([50, 50], loopCount: 2)
        timeline.advance(by: .milliseconds(199))
        #expect(!timeline.isFinished)
        timeline.advance(by: .milliseconds(1))
        #expect(timeline.isFinished)
        #expect(timeline.frame == 1)
        #expect(timeline.playedLoops == 2)
        timeline.advance(by: .milliseconds(500))
        #expect(timeline.frame == 1)
    }

    @Test(
        "the repeat count is the file's unless another is given",
        arguments: [
            (AnimationTimeline.RepeatCount.asInFile, 3 as UInt), (.once, 1), (.finite(count: 5), 5),
            (.finite(count: 0), 1),
        ])
    func repeats(repeatCount: AnimationTimeline.RepeatCount, expected: UInt) throws {
        var timeline = try timeline([100, 100], loopCount: 3, repeatCount: repeatCount)
        for _ in 0..<100 { timeline.advance(by: .milliseconds(100)) }
        #expect(timeline.isFinished)
        #expect(timeline.playedLoops == expected)
    }

    @Test("a long pause is a second at most, and frames without time have 100 ms")
    func pauses() throws {
        var long = try timeline([5000, 5000])
        long.advance(by: .seconds(3600))
        #expect(long.frame == 0)
        var hurried = try timeline([0, 10])
        hurried.advance(by: .milliseconds(99))
        #expect(hurried.frame == 0)
        hurried.advance(by: .milliseconds(1))
        #expect(hurried.frame == 1)
        hurried.advance(by: .milliseconds(-5))
        #expect(hurried.frame == 1)
    }

    @Test(
        "a window of frames holds no more than it was told, and has what comes next", .timeLimit(.minutes(1)))
    @MainActor
    func window() async throws {
        let layout = try PixelLayout(width: 2, height: 2, channels: .gray)
        let frames = try (0..<50).map { _ in try TestImage.slopes(layout) }
        let animation = TestAnimation(
            frames: frames, durations: frames.map { _ in .milliseconds(100) }, loopCount: 0)
        let window = FrameWindow(animation, size: 4)
        for index in [0, 1, 2, 30, 48, 49, 0] {
            while window.frame(at: index) == nil { await Task.yield() }
            #expect(window.count <= 4)
        }
        while window.count < 4 { await Task.yield() }
        #expect(window.frame(at: 3) != nil)
    }
}
