public import KingfisherCore

/// What the animation that an `ImageDecoder` gives has to keep, as functions that throw a `TestKitFailure`.
///
/// Run all of it with `run()`, or single parts. Frames are compared with each other only: that they are the right ones
/// is for the codec's own tests, with frames from an independent program.
public struct FrameSourceConformance: Sendable {
    private let decoder: any ImageDecoder
    private let samples: [CodecSample]

    /// Makes a suite.
    /// - Parameters:
    ///   - decoder: The decoder to test.
    ///   - samples: Sound animations of all kinds it reads, each of several frames and best of a few thousand bytes.
    public init(_ decoder: any ImageDecoder, samples: [CodecSample]) {
        self.decoder = decoder
        self.samples = samples
    }

    /// Runs every check, and stops at the first failure.
    /// - Throws: `TestKitFailure`.
    public func run() async throws {
        try agreesWithInspection()
        try givesTheSameFramesInAnyOrder()
        try keepsToLimits()
        try await stopsWhenCancelled()
        try await servesManyAtOnce()
    }

    /// Count, loops and durations are those that `inspect` tells, and the image shows the first frame.
    public func agreesWithInspection() throws {
        for sample in samples {
            let check = check(for: sample)
            let info = try check.expectSuccess("inspecting") {
                try decoder.inspect(sample.data, limits: .standard)
            }
            let (image, frames) = try decoded(sample)
            try check.expect(
                decoder.animatedFormats.contains(info.format), "\(info.format) is not listed as animated")
            try check.expect(
                frames.frameCount == info.frameCount,
                "\(frames.frameCount) frames where inspect says \(info.frameCount)")
            try check.expect(frames.frameCount > 1, "one frame is no animation")
            try check.expect(
                frames.loopCount == info.loopCount,
                "it plays \(frames.loopCount) times where inspect says \(info.loopCount ?? -1)")
            let total = (0..<frames.frameCount).reduce(Duration.zero) { $0 + frames.duration(at: $1) }
            try check.expect(total == info.duration, "the frames take \(total), not what inspect says")
            let first = try check.expectSuccess("the first frame") { try frames.frame(at: 0) }
            try check.expect(first.isIdentical(to: image.pixels), "the image is not the first frame")
            try check.expect(
                frames.residentByteCount >= first.layout.byteCount, "it holds no frame, or does not say so")
            let still = try check.expectSuccess("decoding the first frame only") {
                try decoder.decode(sample.data, options: DecodingOptions(onlyFirstFrame: true))
            }
            try check.expect(still.frames == nil, "a still image was asked for, and an animation came")
            // Alone it may do without the alpha channel that later frames need.
            let same = still.pixels.largestDifference(from: first)
            try check.expect(
                same == 0 || still.pixels.layout.channels != first.layout.channels,
                "the first frame alone has other pixels")
        }
    }

    /// Frames asked for backwards, twice and in leaps are those asked for in order; all have one layout.
    public func givesTheSameFramesInAnyOrder() throws {
        for sample in samples {
            let check = check(for: sample)
            let expected = try inOrder(sample)
            let frames = try decoded(sample).frames
            let count = frames.frameCount
            let leaps = (0..<count).map { $0 * 7 % count } + [count - 1, count - 1, 0, count - 1]
            for index in Array((0..<count).reversed()) + leaps {
                let frame = try check.expectSuccess("frame \(index)") { try frames.frame(at: index) }
                try check.expect(
                    frame.layout == expected[0].layout, "frame \(index) has another layout than the first one"
                )
                try check.expect(
                    frame.isIdentical(to: expected[index]), "frame \(index) depends on what was asked before")
            }
        }
    }

    /// More frames than allowed are refused, unless only the first one is wanted.
    public func keepsToLimits() throws {
        for sample in samples {
            let check = check(for: sample)
            var limits = DecodingLimits.standard
            limits.frames = 1
            try check.expectRefusal("decoding with a limit of one frame", code: .limitExceeded) {
                try decoder.decode(sample.data, options: DecodingOptions(limits: limits))
            }
            _ = try check.expectSuccess("decoding the first frame with a limit of one") {
                try decoder.decode(
                    sample.data, options: DecodingOptions(limits: limits, onlyFirstFrame: true))
            }
            limits = .standard
            limits.animationPixels = 1
            try check.expectRefusal(
                "decoding with a limit of one pixel over all frames", code: .limitExceeded
            ) {
                try decoder.decode(sample.data, options: DecodingOptions(limits: limits))
            }
        }
    }

    /// In a cancelled task a frame that has to be decoded throws `CancellationError`, and can be asked for again.
    public func stopsWhenCancelled() async throws {
        for sample in samples {
            let frames = try decoded(sample).frames
            let check = check(for: sample)
            try await check.expectCancellation("the last frame") {
                try frames.frame(at: frames.frameCount - 1)
            }
            _ = try check.expectSuccess("the last frame after a cancelled attempt") {
                try frames.frame(at: frames.frameCount - 1)
            }
        }
    }

    /// Frames asked for from many tasks are those that one alone gets.
    public func servesManyAtOnce() async throws {
        for sample in samples {
            let expected = try inOrder(sample)
            let frames = try decoded(sample).frames
            let check = check(for: sample)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for start in 0..<4 {
                    group.addTask {
                        for step in 0..<frames.frameCount {
                            let index = (start + step) % frames.frameCount
                            let frame = try check.expectSuccess("frame \(index)") {
                                try frames.frame(at: index)
                            }
                            try check.expect(
                                frame.isIdentical(to: expected[index]),
                                "asked for from several tasks, frame \(index) differs")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private func inOrder(_ sample: CodecSample) throws -> [PixelBuffer] {
        let frames = try decoded(sample).frames
        return try (0..<frames.frameCount).map { index in
            try check(for: sample).expectSuccess("frame \(index)") { try frames.frame(at: index) }
        }
    }

    private func decoded(_ sample: CodecSample) throws -> (image: Image, frames: any FrameSource) {
        let check = check(for: sample)
        let image = try check.expectSuccess("decoding") {
            try decoder.decode(sample.data, options: DecodingOptions())
        }
        guard let frames = image.frames else {
            throw TestKitFailure("\(check.subject): it decodes without its animation")
        }
        return (image, frames)
    }

    private func check(for sample: CodecSample) -> ConformanceCheck {
        ConformanceCheck(subject: "\(type(of: decoder)), \(sample.name)")
    }
}
