import Foundation
import KingfisherCore
import KingfisherGTK
import KingfisherPipeline
import KingfisherTestKit

extension ViewCheck {
    /// What moves.
    static var animation: [ViewCheck] {
        [
            ViewCheck(name: "an animation at two moments") { stage in try await twoMoments(stage) },
            ViewCheck(name: "an animation that is not seen waits") { stage in try await unseen(stage) },
        ]
    }

    private static let red = ScreenColor(200, 30, 20)
    private static let blue = ScreenColor(30, 60, 200)

    /// Red, then blue.
    private static func animation(_ durations: [Duration], loops: Int) throws -> Image {
        let frames = [try red.image().pixels, try blue.image().pixels]
        return Image(
            pixels: frames[0],
            frames: TestAnimation(frames: frames, durations: durations, loopCount: loops))
    }

    private static func twoMoments(_ stage: Stage) async throws {
        let (view, rounds) = (AnimatedImageView(), Rounds())
        view.delegate = rounds
        view.autoPlayAnimatedImage = false
        stage.show(view)
        view.image = try animation([.seconds(1), .seconds(1)], loops: 2)
        try await stage.picture("animated-1") { color, _ in color == red }
        view.startAnimating()
        try await stage.picture("animated-2") { color, _ in color == blue }
        try await stage.wait(for: "the end of an animation") { rounds.hasFinished }
        try stage.expect(rounds.counts == [1, 2], "the rounds were \(rounds.counts)")
        try stage.expect(!view.isAnimating, "an animation that has ended still plays")
        try await stage.picture("animated-end") { color, _ in color == blue }
        // Another image takes the place of the frame that was left.
        view.image = try red.image()
        try await stage.picture("animated-after") { color, _ in color == red }
    }

    private static func unseen(_ stage: Stage) async throws {
        let (view, rounds) = (AnimatedImageView(), Rounds())
        view.delegate = rounds
        view.image = try animation([.milliseconds(100), .milliseconds(100)], loops: 1)
        try stage.expect(view.isAnimating, "an animation does not start by itself")
        // Another one, which is seen, plays to its end meanwhile.
        let (other, otherRounds) = (AnimatedImageView(), Rounds())
        other.delegate = otherRounds
        stage.show(other)
        other.image = try animation([.milliseconds(200), .milliseconds(200)], loops: 2)
        try await stage.wait(for: "the animation that is seen") { otherRounds.hasFinished }
        try stage.expect(rounds.counts.isEmpty, "an animation played without being seen")
        stage.show(view)
        try await stage.wait(for: "the animation that is seen at last") { rounds.hasFinished }
    }
}

/// Remembers what an animation told.
@MainActor
private final class Rounds: AnimatedImageViewDelegate {
    private(set) var counts: [UInt] = []
    private(set) var hasFinished = false

    func animatedImageView(_ view: AnimatedImageView, didPlayAnimationLoops count: UInt) {
        counts.append(count)
    }

    func animatedImageViewDidFinishAnimating(_ view: AnimatedImageView) {
        hasFinished = true
    }
}
