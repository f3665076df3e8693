internal import KingfisherCore

extension EncoderConformance {
    /// An animation comes back with its frames, durations and loops where the format keeps animations; else its first
    /// frame is written.
    public func keepsAnimations() throws {
        for channels in [PixelLayout.Channels.rgb, .rgba] {
            for loopCount in [0, 1, 3] {
                let layout = try PixelLayout(width: 32, height: 24, channels: channels)
                let check = check(for: layout)
                let animation = try TestAnimation.wanderingSquare(layout, loopCount: loopCount)
                let image = try roundTrip(animation, check)
                guard encoder.supportsAnimation else {
                    try check.expect(image.frames == nil, "an animation came of an encoder for stills")
                    continue
                }
                guard let frames = image.frames, let expected = animation.frames else {
                    throw TestKitFailure("\(check.subject): the animation came back as a still image")
                }
                try check.expect(
                    frames.frameCount == expected.frameCount,
                    "\(expected.frameCount) frames came back as \(frames.frameCount)")
                try check.expect(
                    frames.loopCount == loopCount, "\(loopCount) loops came back as \(frames.loopCount)")
                for index in 0..<expected.frameCount {
                    try check.expect(
                        frames.duration(at: index) == expected.duration(at: index),
                        "frame \(index) takes \(frames.duration(at: index))")
                    let pixels = try check.expectSuccess("frame \(index)") { try frames.frame(at: index) }
                    let original = try expected.frame(at: index)
                    try expect(
                        pixels, closeTo: original.converted(to: pixels.layout.kind),
                        within: abilities.tolerance, check)
                }
            }
        }
    }
}
