internal import KingfisherCore

/// A colour space that pixels are converted from or to.
enum PixelSpace: Hashable, Sendable {
    /// sRGB, or gray with its tone curve.
    case sRGB
    case profile(ICCProfile)
    case codePoints(ColorCodePoints)

    /// The space that an image's pixels are in.
    init(of image: Image) {
        if image.isSRGB {
            self = .sRGB
        } else if let profile = image.effectiveProfile {
            self = .profile(profile)
        } else if let points = image.metadata.colorCodePoints {
            self = .codePoints(points)
        } else {
            self = .sRGB
        }
    }

    /// Opens it as a profile of lcms2.
    /// - Parameter gray: Whether the profile is for gray pixels, where it can be chosen.
    /// - Throws: `PluginError` for what cannot be used.
    func open(gray: Bool, in context: LCMSContext) throws(PluginError) -> LCMSProfile {
        switch self {
        case .sRGB: return try .sRGB(gray: gray, in: context)
        case .profile(let profile): return try .open(profile, in: context)
        case .codePoints(let points):
            guard let primaries = Primaries(codePoint: points.primaries),
                let curve = ToneCurve(transfer: points.transfer)
            else { throw ColorFailure.unsupported(points) }
            return try .rgb(primaries, curve, in: context)
        }
    }
}
