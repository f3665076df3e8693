internal import Foundation
internal import KingfisherCore

extension DecoderConformance {
    /// Each limit is inclusive, and what exceeds it is refused as such.
    public func keepsToLimits() throws {
        for sample in samples {
            let check = check(for: sample)
            let info = try inspected(sample, check)
            var limits = DecodingLimits.standard
            limits.pixels = info.width * info.height
            _ = try decoded(sample, check, DecodingOptions(limits: limits))
            limits.pixels -= 1
            try check.expectRefusal("decoding one pixel too many", code: .limitExceeded) {
                try decoder.decode(sample.data, options: DecodingOptions(limits: limits))
            }
            _ = try check.expectSuccess("inspecting what is too large to decode") {
                try decoder.inspect(sample.data, limits: limits)
            }
            limits = .standard
            limits.encodedBytes = sample.data.count
            _ = try decoded(sample, check, DecodingOptions(limits: limits))
            limits.encodedBytes -= 1
            try check.expectRefusal("decoding one byte too many", code: .limitExceeded) {
                try decoder.decode(sample.data, options: DecodingOptions(limits: limits))
            }
        }
        for sample in oversized {
            // An attempt to allocate these sizes would fail with `.outOfMemory` instead.
            try check(for: sample).expectRefusal("decoding a size beyond the limit", code: .limitExceeded) {
                try decoder.decode(sample.data, options: DecodingOptions())
            }
        }
    }

    /// A file that ends early is refused, or flagged as partial where that was allowed; wherever it ends.
    public func refusesTruncation() throws {
        for sample in samples {
            let check = check(for: sample)
            let info = try inspected(sample, check)
            for cut in sample.cuts {
                let part = sample.data.prefix(cut)
                let what = "the first \(cut) of \(sample.data.count) bytes"
                try check.expectRefusal("decoding \(what)") {
                    try decoder.decode(part, options: DecodingOptions())
                }
                let partial = try check.expectSuccessOrRefusal("decoding \(what)") {
                    try decoder.decode(part, options: DecodingOptions(allowsPartial: true))
                }
                if let partial {
                    try check.expect(
                        partial.isPartial, "\(what) gave an image that is not flagged as partial")
                    try check.expect(
                        (partial.width, partial.height) == (info.width, info.height),
                        "\(what) gave \(partial.width)x\(partial.height) pixels")
                }
                let early = try check.expectSuccessOrRefusal("inspecting \(what)") {
                    try decoder.inspect(part, limits: .standard)
                }
                if let early {
                    try check.expect(
                        (early.width, early.height) == (info.width, info.height),
                        "\(what) inspect as \(early.width)x\(early.height)")
                }
            }
        }
    }

    /// Flipped bits give an image or an error, never a trap; the flips are the same in every run.
    public func survivesDamage() throws {
        var limits = DecodingLimits.standard
        limits.pixels = 4 << 20
        for sample in samples {
            let check = check(for: sample)
            var random = RepeatableRandom(seed: UInt64(sample.data.count))
            for round in 0..<300 {
                var damaged = sample.data
                for _ in 0...round % 3 {
                    damaged[Int.random(in: damaged.indices, using: &random)] ^= UInt8(1) << (round % 8)
                }
                _ = try check.expectSuccessOrRefusal("inspecting damaged data (round \(round))") {
                    try decoder.inspect(damaged, limits: limits)
                }
                _ = try check.expectSuccessOrRefusal("decoding damaged data (round \(round))") {
                    try decoder.decode(damaged, options: DecodingOptions(limits: limits, allowsPartial: true))
                }
            }
        }
    }
}
