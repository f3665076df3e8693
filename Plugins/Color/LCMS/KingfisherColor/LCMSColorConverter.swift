public import KingfisherCore

/// Converts between colour profiles with the system's Little CMS (lcms2): relative colorimetric, with black point
/// compensation.
///
/// What is converted: gray and RGB of 8 and 16 bits, with or without alpha, which stays as it is; from and to ICC
/// profiles of gray and RGB, whether they work by curves or by tables, and from the code points of ITU-T H.273, of which
/// PQ and HLG are brought into the range of an ordinary display. Pixels that are sRGB already (`Image.isSRGB`) are not
/// touched on the way to sRGB.
///
/// Keeps the conversions it made last, a few megabytes at most, so that the frames of an animation and pictures of one
/// camera need only one. Cancellation is watched for between bands of rows.
public struct LCMSColorConverter: ColorConverter {
    private let store = ConversionStore()

    /// Makes a converter. Copies of it share what they keep.
    public init() {}

    /// The image with its pixels in another colour space.
    ///
    /// - Parameter profile: The space to convert to, of RGB, or of gray for gray pixels; nil for sRGB. Gray pixels
    ///   become coloured on the way to a profile of RGB, and stay gray on the way to sRGB.
    /// - Throws: `PluginError` with `.corrupt` for a damaged profile, `.unsupportedFeature` for one of other spaces
    ///   (inks, Lab), `.outOfMemory`; or `CancellationError`.
    public func converted(_ image: Image, to profile: ICCProfile?) throws -> Image {
        try WorkCancellation.check()
        var result = image
        if !image.isIn(profile) {
            let recipe = try Recipe.pixels(of: image, to: profile)
            guard case .pixels(_, _, _, let channels) = recipe else { return image }
            let conversion = try store.conversion(recipe)
            result.pixels = try image.pixels.rowsConverted(by: conversion, to: channels)
            result.frames = image.frames.map { frames in
                MappedFrames(frames) { try $0.rowsConverted(by: conversion, to: channels) }
            }
        }
        result.metadata.iccProfile = profile
        result.metadata.colorCodePoints = nil
        return result
    }

    /// How inks of a CMYK profile become sRGB.
    ///
    /// The conversion takes as many pixels as both spans have room for; it may be called from several threads at once.
    /// - Throws: `PluginError` with `.corrupt` for a damaged profile, `.unsupportedFeature` for one that is not of CMYK.
    public func inkConversion(from profile: ICCProfile) throws -> InkConversion {
        guard profile.colorSpace == .cmyk else {
            throw ColorFailure.unsupported(
                profile,
                "is not one of CMYK. Take the inks without a profile, or save the file with a CMYK one")
        }
        let conversion = try store.conversion(.inks(profile))
        return { inks, colors in
            inks.withUnsafeBytes { inks in
                colors.withUnsafeMutableBytes { colors in
                    guard let source = inks.baseAddress, let target = colors.baseAddress else { return }
                    let pixels = min(inks.count / 4, colors.count / 3)
                    conversion.convert(source, into: target, pixels: pixels)
                }
            }
        }
    }
}

extension Image {
    /// Whether the pixels are in that space already, or in sRGB where it is nil.
    fileprivate func isIn(_ profile: ICCProfile?) -> Bool {
        guard let profile else { return isSRGB }
        return profile.describes(colorChannels: pixels.layout.channels.hasColor ? 3 : 1)
            && (effectiveProfile == profile || isSRGB && profile.isSRGB)
    }
}
