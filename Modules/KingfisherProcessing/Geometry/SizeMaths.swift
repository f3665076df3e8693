import Foundation
public import KingfisherCore

/// The arithmetic of image sizes: pure functions.
enum SizeMaths {
    /// The longest side that can be asked for, in pixels.
    static let longestSide = Int(Int32.max)

    /// A length in pixels, as a fraction.
    ///
    /// - Parameters:
    ///   - points: The length asked for.
    ///   - scale: Pixels per point.
    ///   - owner: Who was asked, for the message.
    /// - Throws: `PluginError` with `.invalidSize` for what is not a positive, finite length.
    static func pixels(_ points: CGFloat, scale: CGFloat, owner: String) throws(PluginError) -> Double {
        guard scale.isFinite, scale > 0 else {
            throw PluginError(
                .invalidSize, pluginID: "processing",
                message: "\(owner) cannot work with \(NumberFormat.short(scale)) pixels per point; "
                    + "give a scaleFactor above 0.")
        }
        let length = Double(points) * Double(scale)
        guard length.isFinite, length > 0, length <= Double(longestSide) else {
            throw PluginError(
                .invalidSize, pluginID: "processing",
                message: "\(owner) cannot make an image with a side of \(NumberFormat.short(points)); "
                    + "give sides above 0 and up to \(longestSide) pixels.")
        }
        return length
    }

    /// The size an image takes in a box.
    ///
    /// Each side is rounded to the nearest pixel; none becomes 0.
    /// - Parameters:
    ///   - source: The size of the image.
    ///   - box: The box in pixels.
    ///   - mode: How the two relate.
    ///   - upscales: Whether a side may become longer than it is.
    static func fitted(
        _ source: PixelSize, in box: (width: Double, height: Double), mode: ContentMode, upscales: Bool
    ) -> PixelSize {
        let horizontal = Ratio(box.width, Double(source.width))
        let vertical = Ratio(box.height, Double(source.height))
        let isWidthDecisive = (horizontal.value <= vertical.value) == (mode == .aspectFit)
        let even = isWidthDecisive ? horizontal : vertical
        return mode == .none
            ? scaled(source, by: horizontal, vertical, upscales: upscales)
            : scaled(source, by: even, even, upscales: upscales)
    }

    /// The size of an image that keeps its shape and becomes this wide.
    static func fitted(_ source: PixelSize, width: Double, upscales: Bool) -> PixelSize {
        let ratio = Ratio(width, Double(source.width))
        return scaled(source, by: ratio, ratio, upscales: upscales)
    }

    /// The size of an image that keeps its shape and becomes this high.
    static func fitted(_ source: PixelSize, height: Double, upscales: Bool) -> PixelSize {
        let ratio = Ratio(height, Double(source.height))
        return scaled(source, by: ratio, ratio, upscales: upscales)
    }

    /// Where a part of that size lies in the image.
    ///
    /// A part larger than the image on a side takes all of that side. Where pixels cannot be shared out evenly, the
    /// one left over lies to the right or below.
    /// - Parameters:
    ///   - size: The part's size in pixels.
    ///   - source: The size of the image.
    ///   - anchor: The point that the part and the image have in common, in fractions of their sides, 0...1.
    static func part(
        _ size: (width: Double, height: Double), of source: PixelSize, anchor: CGPoint
    ) -> (x: Int, y: Int, size: PixelSize) {
        let width = min(length(size.width), source.width)
        let height = min(length(size.height), source.height)
        return (
            Int((Double(source.width - width) * Double(anchor.x)).rounded(.down)),
            Int((Double(source.height - height) * Double(anchor.y)).rounded(.down)),
            PixelSize(width: width, height: height)
        )
    }

    /// A factor kept as a fraction, so that halves stay halves: 45 times 7/10 is 31.5, but 45 times 0.7 is less.
    private struct Ratio {
        let numerator: Double
        let denominator: Double

        init(_ numerator: Double, _ denominator: Double) {
            self.numerator = numerator
            self.denominator = denominator
        }

        var value: Double { numerator / denominator }

        func scale(_ length: Int) -> Double { Double(length) * numerator / denominator }
    }

    private static func scaled(
        _ source: PixelSize, by horizontal: Ratio, _ vertical: Ratio, upscales: Bool
    ) -> PixelSize {
        let width = length(horizontal.scale(source.width))
        let height = length(vertical.scale(source.height))
        return upscales
            ? PixelSize(width: width, height: height)
            : PixelSize(width: min(width, source.width), height: min(height, source.height))
    }

    /// The nearest whole length that a side can have.
    private static func length(_ pixels: Double) -> Int {
        Int(min(max(pixels.rounded(), 1), Double(longestSide)))
    }
}

extension PluginError.Code {
    /// A size, a scale or an anchor that no image can have.
    public static let invalidSize = Self(rawValue: "invalidSize")
}
