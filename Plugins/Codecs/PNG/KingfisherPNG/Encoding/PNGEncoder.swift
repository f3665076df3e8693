public import Foundation
public import KingfisherCore

/// Encodes PNG with the system's libpng, without loss.
///
/// What is decoded again has the same pixels in the same layout. Within that the smallest form is chosen: a palette for
/// 256 colours or fewer, 1, 2 or 4 bits for gray that needs no more. From an effort of 7 on channels and bits are left
/// out as well where no pixel shows the difference: an opaque alpha channel, colour of pixels that are all gray (unless
/// an RGB profile comes with them), 16 bits that only repeat 8.
///
/// The colour profile is embedded unless the options say otherwise or it describes another kind of colour than the
/// pixels have; without one, code points become a `cICP` chunk. Premultiplied alpha is undone, as PNG stores straight
/// alpha.
public struct PNGEncoder: ImageEncoder {
    /// PNG.
    public let format = ImageFormat.png
    /// PNG keeps alpha.
    public let supportsAlpha = true
    /// zlib's compression level, 0 (none, fastest) to 9 (smallest), where the options state no effort.
    public let compressionLevel: Int

    /// Makes an encoder.
    /// - Parameter compressionLevel: zlib's level, brought into 0...9.
    public init(compressionLevel: Int = 6) {
        self.compressionLevel = min(max(compressionLevel, 0), 9)
    }

    /// Encodes the pixels; of the options `quality`, `isLossless` and `background` play no part.
    ///
    /// An effort is zlib's level, but at least 1: without compression a file is larger than its pixels.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        try WorkCancellation.check()
        let layout = image.pixels.layout
        let kind = PixelKind(layout.channels, options.depth ?? layout.depth)
        let preface = PNGPreface(image.metadata, options, kind)
        let form = try PNGForm(
            of: image.pixels, as: kind, reduces: options.reducesChannels, keepsColor: preface.profile != nil)
        return try PNGWriter.encode(
            image.pixels, as: form, preface, compressionLevel: options.compressionLevel(or: compressionLevel))
    }
}

extension EncodingOptions {
    /// Whether channels that show nothing are worth looking for.
    var reducesChannels: Bool { effort.map { $0 >= 7 } ?? false }

    /// zlib's level.
    func compressionLevel(or usual: Int) -> Int { effort.map { max($0, 1) } ?? usual }
}
