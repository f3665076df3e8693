internal import KingfisherCore

/// The answer for every gray there is, which is both exact and quicker than a conversion of each pixel.
///
/// Grays that are in a space of colours are equal amounts of red, green and blue there.
struct GrayTable<Sample: PixelSample>: RowConversion {
    /// `channels` samples for each gray.
    private let answers: [Sample]
    /// Colour channels of the result: 1 or 3.
    private let channels: Int
    private let hasAlpha: Bool

    /// Makes the table, by a transform in floating point.
    /// - Throws: `PluginError` where the profiles lack what it needs.
    init(
        from source: borrowing LCMSProfile, to target: borrowing LCMSProfile, hasAlpha: Bool,
        in context: LCMSContext
    ) throws(PluginError) {
        let channels = target.channelCount
        let sourceChannels = source.channelCount
        let transform = try LCMSTransform.open(
            from: source, .init(colors: sourceChannels, depth: .sixteen),
            to: target, .init(colors: channels, depth: .sixteen), exact: true, in: context)
        let step = UInt16.max / UInt16(clamping: Sample.max)
        let grays = (0...Int(Sample.max)).flatMap {
            repeatElement(UInt16($0) * step, count: sourceChannels)
        }
        let count = grays.count / sourceChannels
        let wide = [UInt16](unsafeUninitializedCapacity: count * channels) { wide, written in
            grays.withUnsafeBytes { grays in
                guard let grays = grays.baseAddress, let wide = wide.baseAddress else { return }
                transform.convert(grays, into: wide, pixels: count)
            }
            written = count * channels
        }
        self.channels = channels
        self.hasAlpha = hasAlpha
        answers = wide.map { Sample((Int($0) + Int(step) / 2) / Int(step)) }
    }

    func convert(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, pixels: Int) {
        var source = source.assumingMemoryBound(to: Sample.self)
        var target = target.assumingMemoryBound(to: Sample.self)
        answers.withUnsafeBufferPointer { answers in
            for _ in 0..<pixels {
                let answer = Int(source[0]) &* channels
                for channel in 0..<channels { target[channel] = answers[answer &+ channel] }
                source += 1
                target += channels
                if hasAlpha {
                    target[0] = source[0]
                    source += 1
                    target += 1
                }
            }
        }
    }
}
