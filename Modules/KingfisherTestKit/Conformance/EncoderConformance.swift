internal import Foundation
public import KingfisherCore

/// What every `ImageEncoder` has to keep, as functions that throw a `TestKitFailure` saying what was not kept.
///
/// Run all of it with `run()`, or single parts. Images go through the encoder and back through a decoder, so the
/// decoder has to be right for the failures to tell the truth.
public struct EncoderConformance: Sendable {
    /// What the format can keep.
    public struct Abilities: Sendable {
        /// How far a sample may be off after a round trip, in steps of 8 bits; 0 for a lossless format.
        public var tolerance: Double
        /// Whether 16-bit samples are kept as such.
        public var keepsSixteenBits: Bool
        /// Whether a colour profile can be embedded.
        public var embedsProfiles: Bool
        /// Whether alpha is more than there or not there, which is decided at one half.
        public var keepsPartialAlpha: Bool

        /// Makes a description.
        public init(
            tolerance: Double, keepsSixteenBits: Bool, embedsProfiles: Bool,
            keepsPartialAlpha: Bool = true
        ) {
            self.tolerance = tolerance
            self.keepsSixteenBits = keepsSixteenBits
            self.embedsProfiles = embedsProfiles
            self.keepsPartialAlpha = keepsPartialAlpha
        }
    }

    let encoder: any ImageEncoder
    let decoder: any ImageDecoder
    let abilities: Abilities
    let options: EncodingOptions

    /// Makes a suite.
    /// - Parameters:
    ///   - encoder: The encoder to test.
    ///   - decoder: Reads what it writes.
    ///   - abilities: What the format can keep.
    ///   - options: How to encode where a check does not need something else, for example in the best quality.
    public init(
        _ encoder: any ImageEncoder, decoder: any ImageDecoder, abilities: Abilities,
        options: EncodingOptions = EncodingOptions()
    ) {
        self.encoder = encoder
        self.decoder = decoder
        self.abilities = abilities
        self.options = options
    }

    /// Runs every check, and stops at the first failure.
    /// - Throws: `TestKitFailure`.
    public func run() async throws {
        try keepsEveryLayout()
        try takesPremultipliedAlpha()
        try keepsTheProfileWhenAsked()
        try takesEveryQuality()
        try keepsAnimations()
        try await stopsWhenCancelled()
        try await encodesConcurrently()
    }

    private static let sizes = [(1, 1), (1, 19), (33, 1), (17, 13), (64, 48)]

    /// Images of all sizes, channels and depths come back as they were, within the tolerance.
    public func keepsEveryLayout() throws {
        for (width, height) in Self.sizes {
            for channels in [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba] {
                for depth in [PixelLayout.Depth.eight, .sixteen] {
                    let layout = try PixelLayout(
                        width: width, height: height, channels: channels, depth: depth)
                    // What becomes of transparent pixels without an alpha channel is the encoder's to say.
                    let pixels = try TestImage.slopes(layout, opaque: !encoder.supportsAlpha)
                    try expectKept(pixels, check(for: layout))
                }
            }
        }
    }

    private func expectKept(_ pixels: PixelBuffer, _ check: ConformanceCheck) throws {
        let image = try roundTrip(Image(pixels: pixels), check)
        let layout = image.pixels.layout
        try check.expect(
            layout.channels.hasAlpha == (encoder.supportsAlpha && pixels.layout.channels.hasAlpha),
            "the alpha channel came back as \(layout.channels)")
        let keepsDepth = pixels.layout.depth == .sixteen && abilities.keepsSixteenBits
        try check.expect((layout.depth == .sixteen) == keepsDepth, "it came back as \(layout.depth) bits")
        // 16 bits become 8 by rounding, half a step at most.
        let rounding = pixels.layout.depth == .sixteen && !keepsDepth ? 0.5 : 0
        let expected = abilities.keepsPartialAlpha ? pixels : try withoutPartialAlpha(pixels)
        try expect(image.pixels, closeTo: expected, within: abilities.tolerance + rounding, check)
    }

    /// Premultiplied alpha is undone where the format keeps alpha, and encodes without failing where it does not.
    public func takesPremultipliedAlpha() throws {
        for channels in [PixelLayout.Channels.grayAlpha, .rgba] {
            for depth in [PixelLayout.Depth.eight, .sixteen] {
                let layout = try PixelLayout(
                    width: 64, height: 48, channels: channels, depth: depth, premultiplied: true)
                let check = check(for: layout)
                let pixels = try TestImage.slopes(layout)
                let image = try roundTrip(Image(pixels: pixels), check)
                guard encoder.supportsAlpha else { continue }
                try check.expect(image.pixels.layout.alphaMode == .straight, "alpha came back premultiplied")
                // What is more than half there becomes whole, so its colour no longer tells what it was multiplied by.
                guard abilities.keepsPartialAlpha else { continue }
                // Colour, alpha and their product are each rounded to 8 bits, by half a step at most.
                let rounding = depth == .sixteen && !abilities.keepsSixteenBits ? 1.5 : 0
                try expect(
                    try multiplied(image.pixels), closeTo: pixels, within: abilities.tolerance + rounding,
                    check)
            }
        }
    }

    /// A profile that fits the pixels is embedded unchanged, left out when asked, and one that does not fit is no error.
    public func keepsTheProfileWhenAsked() throws {
        for (channels, space) in [(PixelLayout.Channels.rgb, ICCProfile.ColorSpace.rgb), (.gray, .gray)] {
            let layout = try PixelLayout(width: 17, height: 13, channels: channels)
            let check = check(for: layout)
            let pixels = try TestImage.slopes(layout)
            guard let profile = TestProfile.make(space) else {
                throw TestKitFailure("the core refuses the suite's own profile")
            }
            let image = Image(pixels: pixels, metadata: ImageMetadata(iccProfile: profile))
            let back = try roundTrip(image, check)
            // A format without gray stores something that a profile for gray does not describe.
            let describes = profile.describes(colorChannels: back.pixels.layout.channels.hasColor ? 3 : 1)
            let kept = back.metadata.iccProfile
            try check.expect(
                kept == (abilities.embedsProfiles && describes ? profile : nil),
                "the profile came back as \(show(kept))")
            var stripping = options
            stripping.embedsProfile = false
            let stripped = try roundTrip(image, check, stripping).metadata.iccProfile
            try check.expect(stripped == nil, "the profile was to be left out but came back")
            let misfit = TestProfile.make(space == .rgb ? .gray : .rgb)
            let other = try roundTrip(
                Image(pixels: pixels, metadata: ImageMetadata(iccProfile: misfit)), check)
            try check.expect(
                other.metadata.iccProfile == nil, "a profile for another kind of pixels was embedded")
        }
    }

    /// Every quality gives a readable image of the same size.
    public func takesEveryQuality() throws {
        let layout = try PixelLayout(width: 64, height: 48, channels: .rgb)
        let image = Image(pixels: try TestImage.slopes(layout))
        for quality in [1, 50, 100] {
            _ = try roundTrip(image, check(for: layout), EncodingOptions(quality: quality))
        }
    }

    /// In a cancelled task it throws `CancellationError`.
    public func stopsWhenCancelled() async throws {
        let layout = try PixelLayout(width: 64, height: 48, channels: .rgb)
        let image = Image(pixels: try TestImage.slopes(layout))
        try await check(for: layout).expectCancellation("encoding") { [encoder, options] in
            try encoder.encode(image, options: options)
        }
    }

    /// Many encodes at the same time give the bytes that one alone gives.
    public func encodesConcurrently() async throws {
        let layout = try PixelLayout(width: 64, height: 48, channels: .rgb)
        let image = Image(pixels: try TestImage.slopes(layout))
        let check = check(for: layout)
        let expected = try check.expectSuccess("encoding") { try encoder.encode(image, options: options) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let data = try check.expectSuccess("encoding") {
                        try encoder.encode(image, options: options)
                    }
                    try check.expect(data == expected, "encoded concurrently, bytes differ")
                }
            }
            try await group.waitForAll()
        }
    }
}
