/// Turns rows of inks into rows of sRGB.
///
/// - Parameters:
///   - inks: Cyan, magenta, yellow, black for each pixel: 0 for no ink, 255 for full.
///   - colors: Red, green, blue for as many pixels.
public typealias InkConversion = @Sendable (_ inks: RawSpan, _ colors: inout MutableRawSpan) -> Void

/// Converts pixels between colour profiles.
///
/// A stateless value; calls may run on any thread and at the same time.
public protocol ColorConverter: Sendable {
    /// The image with its pixels in another colour space.
    ///
    /// Layout and depth stay, but for gray pixels that have to become coloured. The image's own space is its profile,
    /// else its code points, else sRGB. Of an animation every frame is converted, as it is asked for.
    /// - Parameter profile: The space to convert to; nil for sRGB, which leaves the image without a profile.
    /// - Throws: `PluginError` for a profile that cannot be used, or `CancellationError`.
    func converted(_ image: Image, to profile: ICCProfile?) throws -> Image

    /// How inks of a CMYK profile become sRGB.
    /// - Throws: `PluginError` for a profile that cannot be used.
    func inkConversion(from profile: ICCProfile) throws -> InkConversion
}
