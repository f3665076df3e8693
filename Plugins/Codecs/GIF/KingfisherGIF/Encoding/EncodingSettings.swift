internal import Foundation
internal import KingfisherCore

/// The options of an encode in terms of GIF.
struct EncodingSettings {
    /// The most colours of a palette, transparency included.
    let colorCount: Int
    let rounds: Int
    let dither: Quantizer.Dither
    let profile: ICCProfile?
    let packet: Data?

    init(_ image: Image, _ options: EncodingOptions, _ dithering: GIFDithering) {
        let quality = options.isLossless ? 100 : options.quality ?? 100
        colorCount = max(4, 256 * quality / 100)
        rounds = Self.rounds[options.isLossless ? 9 : options.effort ?? Self.usualEffort]
        dither =
            switch dithering {
            case .none: .none
            case .diffusion: .diffusion
            case .ordered: .ordered
            }
        let profile = options.embedsProfile ? image.metadata.iccProfile : nil
        let isColored = image.pixels.layout.channels.hasColor
        self.profile = isColored && profile?.describes(colorChannels: 3) == true ? profile : nil
        packet = options.embedsMetadata ? image.metadata.xmp : nil
    }

    private static let usualEffort = 5
    private static let rounds = [0, 1, 2, 3, 4, 6, 8, 12, 18, 30]

    /// - Parameter transparency: Whether a colour has to be left for absent pixels.
    func quantizer(transparency: Bool) -> Quantizer {
        Quantizer(colorCount: colorCount - (transparency ? 1 : 0), rounds: rounds, dither: dither)
    }
}
