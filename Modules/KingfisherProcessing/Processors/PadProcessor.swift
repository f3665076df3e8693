public import Foundation
public import KingfisherCore

/// Puts space of one colour around an image; see `PixelBuffer.padded`.
public struct PadProcessor: InPlaceImageProcessor {
    private static let name = "PadProcessor"

    /// Space above, in points, that is, pixels unless the load's `scaleFactor` says otherwise.
    public let top: CGFloat
    /// Space to the left, in points.
    public let left: CGFloat
    /// Space below, in points.
    public let bottom: CGFloat
    /// Space to the right, in points.
    public let right: CGFloat
    /// The colour of the space.
    public let color: RGBAColor
    /// Names the lengths, clockwise from the top, and the colour where it is not clear.
    public let identifier: String

    /// Makes a processor; a length that cannot be fails when an image is processed.
    public init(
        top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0,
        color: RGBAColor = .clear
    ) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
        self.color = color
        let lengths = [top, right, bottom, left].map { NumberFormat.short($0) }.joined(separator: ",")
        let colorText = color == .clear ? "" : "_\(color.identifier)"
        identifier = "com.onevcat.Kingfisher.\(Self.name)(\(lengths)\(colorText))"
    }

    /// Makes a processor for the same space on all sides.
    public init(_ length: CGFloat, color: RGBAColor = .clear) {
        self.init(top: length, left: length, bottom: length, right: length, color: color)
    }

    /// Makes the image.
    /// - Throws: `PluginError` with `.invalidSize` for a length below 0 or not finite, `.limitExceeded` for a result of
    ///   more pixels than the load's limits allow, or `.outOfMemory`; or `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let lengths = try [top, left, bottom, right].map { length in
            length == 0 ? 0 : try SizeMaths.pixels(length, scale: options.scaleFactor, owner: Self.name)
        }.map { Int($0.rounded()) }
        let (width, height) = (image.width + lengths[1] + lengths[3], image.height + lengths[0] + lengths[2])
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= options.decodingLimits.pixels else {
            throw PluginError(
                .limitExceeded, pluginID: "processing",
                message: "\(Self.name) would make an image of \(width)x\(height) pixels; the limit is "
                    + "\(options.decodingLimits.pixels). Ask for less space or raise DecodingLimits.pixels.")
        }
        return try (consume image).changingPixels {
            try $0.padded(
                top: lengths[0], left: lengths[1], bottom: lengths[2], right: lengths[3], color: color)
        }
    }
}
