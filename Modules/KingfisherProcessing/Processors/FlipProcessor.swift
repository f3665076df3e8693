public import KingfisherCore

/// Mirrors an image.
public struct FlipProcessor: InPlaceImageProcessor {
    /// Which sides change places.
    public enum Direction: String, Hashable, Sendable {
        /// Left and right.
        case horizontal
        /// Top and bottom.
        case vertical
    }

    /// Which sides change places.
    public let direction: Direction
    /// Names the direction.
    public let identifier: String

    /// Makes a processor.
    public init(_ direction: Direction) {
        self.direction = direction
        identifier = "com.onevcat.Kingfisher.FlipProcessor(\(direction.rawValue))"
    }

    /// Mirrors the image.
    /// - Throws: `PluginError` with `.outOfMemory`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let orientation: ImageOrientation = direction == .horizontal ? .upMirrored : .downMirrored
        return try (consume image).changingPixels { try $0.upright(from: orientation) }
    }
}
