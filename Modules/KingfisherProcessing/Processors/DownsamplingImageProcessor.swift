public import Foundation
public import KingfisherCore

/// Makes a small image of a large one, decoding no more pixels than that takes.
///
/// The image keeps its shape and is never made larger. The size is in points, which are pixels unless the load has a
/// `scaleFactor`; the result has that scale. `process` makes a still image of an animation's first frame; a load has every
/// frame processed. The result may be premultiplied.
public struct DownsamplingImageProcessor: ImageProcessor {
    /// How the image and the box relate.
    public enum Mode: String, Hashable, Sendable {
        /// The whole image lies within the box.
        case fit
        /// The image covers the box, as far as it is large enough; nothing is cut off.
        case fill
    }

    private let resizing: ImageResizing
    /// The box.
    public let size: CGSize
    /// How the image and the box relate.
    public let mode: Mode
    /// Names the size, and the mode where it is not `.fit`.
    public let identifier: String

    /// Makes a processor.
    ///
    /// - Parameters:
    ///   - size: The box, both sides above 0; another size fails when an image is processed.
    ///   - mode: How the image and the box relate.
    public init(size: CGSize, mode: Mode = .fit) {
        self.size = size
        self.mode = mode
        resizing = ImageResizing(
            owner: "DownsamplingImageProcessor",
            goal: .box(size, mode == .fit ? .aspectFit : .aspectFill), upscales: false,
            resampling: .lanczos3)
        let modeText = mode == .fit ? "" : ", \(mode.rawValue)"
        identifier =
            "com.onevcat.Kingfisher.DownsamplingImageProcessor(\(NumberFormat.size(size))\(modeText))"
    }

    /// Makes the image.
    /// - Throws: `PluginError` with `.invalidSize` for a size that no image can have, or what decoding throws; or
    ///   `CancellationError`.
    public func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try resizing.image(of: item, options: options)
    }
}
