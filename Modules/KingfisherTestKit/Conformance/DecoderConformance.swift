internal import Foundation
public import KingfisherCore

/// What every `ImageDecoder` has to keep, as functions that throw a `TestKitFailure` saying what was not kept.
///
/// Run all of it with `run()`, or single parts. Pixels are compared with each other only: that they are the right
/// ones is for the codec's own tests, with pixels from an independent program.
public struct DecoderConformance: Sendable {
    let decoder: any ImageDecoder
    let samples: [CodecSample]
    let oversized: [CodecSample]

    /// Makes a suite.
    /// - Parameters:
    ///   - decoder: The decoder to test.
    ///   - samples: Sound images of all kinds it reads, best of a few thousand bytes each, ending where the image ends.
    ///   - oversized: Files whose headers claim more than 128 Mi pixels.
    public init(_ decoder: any ImageDecoder, samples: [CodecSample], oversized: [CodecSample]) {
        self.decoder = decoder
        self.samples = samples
        self.oversized = oversized
    }

    /// Runs every check, and stops at the first failure.
    /// - Throws: `TestKitFailure`.
    public func run() async throws {
        try recognizesItsOwnFormatsOnly()
        try refusesWhatIsNoImage()
        try inspectsWhatItDecodes()
        try keepsToLimits()
        try refusesTruncation()
        try survivesDamage()
        try readsSlices()
        try ignoresWhatFollowsTheImage()
        try keepsBetweenTargetAndFullSize()
        try await stopsWhenCancelled()
        try await decodesConcurrently()
    }

    /// Every sample is recognised by its start; other formats, text and nothing at all are not.
    public func recognizesItsOwnFormatsOnly() throws {
        let check = ConformanceCheck(subject: "\(type(of: decoder))")
        try check.expect(!decoder.formats.isEmpty, "it names no format")
        try check.expect(!samples.isEmpty, "the suite was given no samples")
        for sample in samples {
            let prefix = sample.data.prefix(ImageFormat.sniffingLength)
            try check.expect(decoder.recognizes(prefix.span), "\(sample.name) is not recognised")
            for length in 0..<prefix.count { _ = decoder.recognizes(prefix.prefix(length).span) }
        }
        let own = decoder.formats.map(\.identifier)
        for (format, stranger) in CodecSample.strangers where !own.contains(format ?? "") {
            try check.expect(
                !decoder.recognizes(stranger.data.span), "\(stranger.name) is recognised as its own")
        }
    }

    /// Bytes that are no image of its formats are refused with a message.
    public func refusesWhatIsNoImage() throws {
        let check = ConformanceCheck(subject: "\(type(of: decoder))")
        for (_, stranger) in CodecSample.strangers {
            try check.expectRefusal("inspecting \(stranger.name)") {
                try decoder.inspect(stranger.data, limits: .standard)
            }
            try check.expectRefusal("decoding \(stranger.name)") {
                try decoder.decode(stranger.data, options: DecodingOptions())
            }
        }
    }

    /// `inspect` tells what `decode` then gives, and the options for depth and scale are heeded.
    public func inspectsWhatItDecodes() throws {
        for sample in samples {
            let check = check(for: sample)
            let info = try inspected(sample, check)
            let image = try decoded(sample, check, DecodingOptions(scale: 2))
            let sizes =
                "inspect says \(info.width)x\(info.height), decode gives \(image.width)x\(image.height)"
            try check.expect((info.width, info.height) == (image.width, image.height), sizes)
            try check.expect(
                info.hasAlpha == image.hasAlpha, "inspect and decode differ on the alpha channel")
            try check.expect(
                info.format == image.metadata.format,
                "inspect says \(info.format), decode gives another format")
            try check.expect(decoder.formats.contains(info.format), "\(info.format) is not among its formats")
            // A profile of inks does not describe the colours that were made of them.
            let fitting = info.iccProfile.flatMap {
                $0.describes(colorChannels: image.pixels.layout.channels.hasColor ? 3 : 1) ? $0 : nil
            }
            try check.expect(
                fitting == image.metadata.iccProfile, "inspect and decode differ on the colour profile")
            try check.expect(!image.isPartial, "a whole image is flagged as partial")
            try check.expect(image.scale == 2, "the scale of the options is not passed on")
            try check.expect(
                image.pixels.layout.alphaMode != .premultiplied, "alpha has to be straight as decoded")
            try check.expect(image.pixels.layout.depth == .eight, "without being asked, it keeps 16 bits")
            let deep = try decoded(sample, check, DecodingOptions(keepsHighDepth: true))
            try check.expect(
                info.bitDepth > 8 || deep.pixels.layout.depth == .eight,
                "it makes 16 bits of \(info.bitDepth)")
            try check.expect(info.frameCount >= 1, "inspect says \(info.frameCount) frames")
            try check.expect(
                info.frameCount == 1 || info.loopCount != nil && info.duration != nil,
                "an animation without loop count or duration")
        }
    }

    /// A slice whose indices do not start at 0 gives the same image.
    public func readsSlices() throws {
        for sample in samples {
            let check = check(for: sample)
            let padded = Data(repeating: 0xA5, count: 7) + sample.data + Data(repeating: 0x5A, count: 9)
            let slice = padded[7..<7 + sample.data.count]
            let image = try check.expectSuccess("decoding a slice") {
                try decoder.decode(slice, options: DecodingOptions())
            }
            let expected = try decoded(sample, check).pixels
            try check.expect(image.pixels.isIdentical(to: expected), "a slice gives other pixels")
        }
    }

    /// Bytes behind the image, such as a disk cache's trailer, change nothing.
    public func ignoresWhatFollowsTheImage() throws {
        // An ISO base media box, which is what the disk storage appends.
        let trailer = Data([0, 0, 0, 40] + Array("uuid".utf8) + [UInt8](repeating: 0x4B, count: 32))
        for sample in samples {
            let check = check(for: sample)
            let image = try check.expectSuccess("decoding with a trailer behind the image") {
                try decoder.decode(sample.data + trailer, options: DecodingOptions())
            }
            let expected = try decoded(sample, check).pixels
            try check.expect(image.pixels.isIdentical(to: expected), "a trailer gives other pixels")
        }
    }

    /// With a target size, the result is between the smallest allowed and the full size.
    public func keepsBetweenTargetAndFullSize() throws {
        for sample in samples {
            let check = check(for: sample)
            let info = try inspected(sample, check)
            for mode in [DecodingTarget.Mode.fit, .fill] {
                let target = DecodingTarget(width: info.width / 5, height: info.height / 4, mode: mode)
                let least = target.minimumSize(forWidth: info.width, height: info.height)
                let image = try decoded(sample, check, DecodingOptions(target: target))
                try check.expect(
                    least.width...info.width ~= image.width && least.height...info.height ~= image.height,
                    "for a \(target.width)x\(target.height) target it gives \(image.width)x\(image.height) of "
                        + "\(info.width)x\(info.height); at least \(least.width)x\(least.height) is needed")
            }
        }
    }

    /// In a cancelled task it throws `CancellationError`.
    public func stopsWhenCancelled() async throws {
        for sample in samples {
            try await check(for: sample).expectCancellation("decoding") { [decoder] in
                try decoder.decode(sample.data, options: DecodingOptions())
            }
        }
    }

    /// Many decodes at the same time give what one alone gives.
    public func decodesConcurrently() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sample in samples {
                let expected = try decoded(sample, check(for: sample)).pixels
                for _ in 0..<4 {
                    group.addTask {
                        let check = check(for: sample)
                        let image = try decoded(sample, check)
                        let same = image.pixels.isIdentical(to: expected)
                        try check.expect(same, "decoded concurrently, pixels differ")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    func check(for sample: CodecSample) -> ConformanceCheck {
        ConformanceCheck(subject: "\(type(of: decoder)), \(sample.name)")
    }

    func inspected(_ sample: CodecSample, _ check: ConformanceCheck) throws -> ImageInfo {
        try check.expectSuccess("inspecting") { try decoder.inspect(sample.data, limits: .standard) }
    }

    func decoded(
        _ sample: CodecSample, _ check: ConformanceCheck, _ options: DecodingOptions = DecodingOptions()
    ) throws -> Image {
        try check.expectSuccess("decoding") { try decoder.decode(sample.data, options: options) }
    }
}
