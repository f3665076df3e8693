public import Foundation
public import KingfisherCore

/// Resamples an image to a size, by default sharply and without aliasing (Lanczos with three lobes).
///
/// Sizes are in points, that is, pixels unless the load's `scaleFactor` says otherwise; the result has that scale.
/// Bytes are decoded no larger than the result needs. `process` makes a still image of an animation's first frame; a load
/// has every frame processed. The result may be premultiplied.
public struct ResizingImageProcessor: ImageProcessor {
    private let resizing: ImageResizing
    /// Names the size, and of the mode, small images staying small, and resampling what is not standard.
    public let identifier: String

    /// Makes a processor for a box.
    ///
    /// - Parameters:
    ///   - referenceSize: The box, in points, both sides above 0; another size fails when an image is processed.
    ///   - mode: How the image and the box relate; by default the image is stretched to it.
    ///   - upscales: Whether an image smaller than asked for is made larger; if not, no side becomes longer.
    ///   - resampling: How pixels are mixed.
    public init(
        referenceSize: CGSize, mode: ContentMode = .none, upscales: Bool = true,
        resampling: Resampling = .lanczos3
    ) {
        let modeText = mode == .none ? "" : ", \(mode.rawValue)"
        self.init(
            .box(referenceSize, mode), NumberFormat.size(referenceSize) + modeText, upscales, resampling)
    }

    /// Makes a processor for a width; the height follows from the image's shape.
    ///
    /// - Parameters:
    ///   - width: The width in points, above 0; another one fails when an image is processed.
    ///   - upscales: Whether an image smaller than asked for is made larger.
    ///   - resampling: How pixels are mixed.
    public init(width: CGFloat, upscales: Bool = true, resampling: Resampling = .lanczos3) {
        self.init(.width(width), "\(NumberFormat.short(width))x", upscales, resampling)
    }

    /// Makes a processor for a height; the width follows from the image's shape.
    ///
    /// - Parameters:
    ///   - height: The height in points, above 0; another one fails when an image is processed.
    ///   - upscales: Whether an image smaller than asked for is made larger.
    ///   - resampling: How pixels are mixed.
    public init(height: CGFloat, upscales: Bool = true, resampling: Resampling = .lanczos3) {
        self.init(.height(height), "x\(NumberFormat.short(height))", upscales, resampling)
    }

    private init(_ goal: ImageResizing.Goal, _ goalText: String, _ upscales: Bool, _ resampling: Resampling) {
        resizing = ImageResizing(
            owner: "ResizingImageProcessor", goal: goal, upscales: upscales, resampling: resampling)
        let details = (upscales ? "" : ", noUpscaling") + resampling.identifierSuffix
        identifier = "com.onevcat.Kingfisher.ResizingImageProcessor(\(goalText)\(details))"
    }

    /// The box, in points; a side that follows from the image's shape is 0.
    public var referenceSize: CGSize {
        switch resizing.goal {
        case .box(let size, _): size
        case .width(let width): CGSize(width: width, height: 0)
        case .height(let height): CGSize(width: 0, height: height)
        }
    }

    /// How the image and the box relate.
    public var mode: ContentMode {
        if case .box(_, let mode) = resizing.goal { mode } else { .aspectFit }
    }

    /// Whether an image smaller than asked for is made larger; if not, no side becomes longer.
    public var upscales: Bool { resizing.upscales }
    /// How pixels are mixed.
    public var resampling: Resampling { resizing.resampling }

    /// Makes the image.
    /// - Throws: `PluginError` with `.invalidSize` for a size that no image can have, `.limitExceeded` for a result
    ///   of more pixels than the load's limits allow, or what decoding throws; or `CancellationError`.
    public func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try resizing.image(of: item, options: options)
    }
}
