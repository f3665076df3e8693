internal import Foundation
public import KingfisherCore

/// What the incremental decoder that an `ImageDecoder` makes has to keep, as functions that throw a `TestKitFailure`.
public struct IncrementalConformance: Sendable {
    private let decoder: any ImageDecoder
    private let samples: [CodecSample]

    /// Makes a suite.
    /// - Parameters:
    ///   - decoder: The decoder to test.
    ///   - samples: Sound images of all kinds it shows in part, best of a few thousand bytes each.
    public init(_ decoder: any ImageDecoder, samples: [CodecSample]) {
        self.decoder = decoder
        self.samples = samples
    }

    /// Runs every check, and stops at the first failure.
    /// - Throws: `TestKitFailure`.
    public func run() throws {
        try endsAsTheWholeDecode()
        try showsPartsBeforeTheEnd()
        try refusesTruncation()
        try refusesWhatIsNoImage()
        try keepsToLimits()
    }

    /// In whatever pieces the bytes come, the result is what decoding them at once gives.
    public func endsAsTheWholeDecode() throws {
        for sample in samples {
            for takesPartialImages in [true, false] {
                for size in [1, 13, 1024, sample.data.count] {
                    let check = check(for: sample)
                    let options = DecodingOptions(onlyFirstFrame: true, scale: 2)
                    let expected = try check.expectSuccess("decoding") {
                        try decoder.decode(sample.data, options: options)
                    }
                    let incremental = try make(options, check)
                    let image = try check.expectSuccess("decoding in pieces of \(size) bytes") {
                        try feed(sample.data, to: incremental, in: size) {
                            if takesPartialImages { _ = try incremental.takePartialImage() }
                        }
                        return try incremental.finish()
                    }
                    try check.expect(
                        image.pixels.isIdentical(to: expected.pixels),
                        "in pieces of \(size) bytes it becomes another image")
                    try check.expect(!image.isPartial, "the whole image is flagged as partial")
                    try check.expect(image.scale == 2, "the scale of the options is not passed on")
                    try check.expect(
                        image.metadata.iccProfile == expected.metadata.iccProfile,
                        "in pieces it has another colour profile")
                }
            }
        }
    }

    /// At some point before the last byte there is a partial image of the final size; none is given twice.
    public func showsPartsBeforeTheEnd() throws {
        for sample in samples {
            let check = check(for: sample)
            let info = try check.expectSuccess("inspecting") {
                try decoder.inspect(sample.data, limits: .standard)
            }
            let incremental = try make(DecodingOptions(), check)
            var count = 0
            try check.expectSuccess("taking partial images") {
                try feed(sample.data.dropLast(), to: incremental, in: 64) {
                    guard let image = try incremental.takePartialImage() else { return }
                    count += 1
                    try check.expect(image.isPartial, "an image before the end is not flagged as partial")
                    try check.expect(
                        (image.width, image.height) == (info.width, info.height),
                        "a partial image has \(image.width)x\(image.height) pixels")
                    let again = try incremental.takePartialImage()
                    try check.expect(again == nil, "without further bytes it gives another partial image")
                }
            }
            try check.expect(count > 0, "it shows nothing before the last byte")
        }
    }

    /// Bytes that end early are refused as truncated, or give a partial image where that is allowed.
    public func refusesTruncation() throws {
        for sample in samples {
            let check = check(for: sample)
            for cut in [0, 1, sample.data.count / 3, sample.data.count / 2] {
                for allowsPartial in [false, true] {
                    let options = DecodingOptions(allowsPartial: allowsPartial)
                    let incremental = try make(options, check)
                    let image = try check.expectSuccessOrRefusal("ending after \(cut) bytes") {
                        try incremental.append(sample.data.prefix(cut))
                        return try incremental.finish()
                    }
                    try check.expect(
                        image == nil || allowsPartial && image?.isPartial == true,
                        "cut after \(cut) bytes it passes for whole")
                }
            }
            let incremental = try make(DecodingOptions(), check)
            try check.expectRefusal("ending in the middle", code: .truncated) {
                try incremental.append(sample.data.prefix(sample.data.count / 2))
                return try incremental.finish()
            }
        }
    }

    /// Bytes that are no image are refused, sooner or later.
    public func refusesWhatIsNoImage() throws {
        let check = ConformanceCheck(subject: "\(type(of: decoder))")
        for (_, stranger) in CodecSample.strangers {
            let incremental = try make(DecodingOptions(), check)
            try check.expectRefusal("decoding \(stranger.name)") {
                try incremental.append(stranger.data)
                _ = try incremental.takePartialImage()
                return try incremental.finish()
            }
        }
    }

    /// Limits hold as they do for the whole decode.
    public func keepsToLimits() throws {
        for sample in samples {
            let check = check(for: sample)
            var limits = DecodingLimits.standard
            limits.pixels = 1
            let incremental = try make(DecodingOptions(limits: limits), check)
            try check.expectRefusal("decoding in pieces with a limit of one pixel", code: .limitExceeded) {
                try feed(sample.data, to: incremental, in: 100) { _ = try incremental.takePartialImage() }
                return try incremental.finish()
            }
            limits = .standard
            limits.encodedBytes = sample.data.count - 1
            let short = try make(DecodingOptions(limits: limits), check)
            try check.expectRefusal("bytes beyond the limit", code: .limitExceeded) {
                try feed(sample.data, to: short, in: 100) {}
                return try short.finish()
            }
        }
    }

    private func make(
        _ options: DecodingOptions, _ check: ConformanceCheck
    ) throws(TestKitFailure) -> any IncrementalImageDecoder {
        guard let incremental = decoder.incrementalDecoder(options: options) else {
            throw TestKitFailure("\(check.subject): it has no incremental decoder")
        }
        return incremental
    }

    private func feed(
        _ data: Data, to incremental: any IncrementalImageDecoder, in size: Int, after: () throws -> Void
    ) throws {
        var rest = data
        while !rest.isEmpty {
            try incremental.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            try after()
        }
    }

    private func check(for sample: CodecSample) -> ConformanceCheck {
        ConformanceCheck(subject: "\(type(of: decoder)), incremental, \(sample.name)")
    }
}
