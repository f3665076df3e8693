public import Foundation
public import KingfisherCore

/// Resamples an image to a size, sharply and without aliasing (Lanczos with three lobes).
///
/// Sizes are in points, that is, pixels unless the load's `scaleFactor` says otherwise; the result has that scale.
/// Bytes are decoded no larger than the result needs. `process` makes a still image of an animation's first frame; a load
/// has every frame processed. The result may be premultiplied.
public struct ResizingImageProcessor: ImageProcessor {
    private let resizing: ImageResizing
    /// Names the size, the mode where it is not `.none`, and whether small images stay small.
    public let identifier: String

    /// Makes a processor for a box.
    ///
    /// - Parameters:
    ///   - referenceSize: The box, in points, both sides above 0; another size fails when an image is processed.
    ///   - mode: How the image and the box relate; by default the image is stretched to it.
    ///   - upscales: Whether an image smaller than asked for is made larger; if not, no side becomes longer.
    public init(referenceSize: CGSize, mode: ContentMode = .none, upscales: Bool = true) {
        let modeText = mode == .none ? "" : ", \(mode.rawValue)"
        self.init(.box(referenceSize, mode), NumberFormat.size(referenceSize) + modeText, upscales)
    }

    /// Makes a processor for a width; the height follows from the image's shape.
    ///
    /// - Parameters:
    ///   - width: The width in points, above 0; another one fails when an image is processed.
    ///   - upscales: Whether an image smaller than asked for is made larger.
    public init(width: CGFloat, upscales: Bool = true) {
        self.init(.width(width), "\(NumberFormat.short(width))x", upscales)
    }

    /// Makes a processor for a height; the width follows from the image's shape.
    ///
    /// - Parameters:
    ///   - height: The height in points, above 0; another one fails when an image is processed.
    ///   - upscales: Whether an image smaller than asked for is made larger.
    public init(height: CGFloat, upscales: Bool = true) {
        self.init(.height(height), "x\(NumberFormat.short(height))", upscales)
    }

    private init(_ goal: ImageResizing.Goal, _ goalText: String, _ upscales: Bool) {
        resizing = ImageResizing(owner: "ResizingImageProcessor", goal: goal, upscales: upscales)
        let upscalesText = upscales ? "" : ", noUpscaling"
        identifier = "com.onevcat.Kingfisher.ResizingImageProcessor(\(goalText)\(upscalesText))"
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

    /// Makes the image.
    /// - Throws: `PluginError` with `.invalidSize` for a size that no image can have, `.limitExceeded` for a result
    ///   of more pixels than the load's limits allow, or what decoding throws; or `CancellationError`.
    public func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try resizing.image(of: item, options: options)
    }
}
