import Foundation
public import KingfisherCore

/// Cuts off edges of one colour, that of the pixel at the top left; an image of nothing else stays as it is.
///
/// Of an animation, what is an edge in every frame is cut off, for which all frames are decoded once.
public struct TrimProcessor: PlanningImageProcessor {
    /// How far a channel may be off, in fractions of white, 0...1.
    public let tolerance: Double
    /// Names the tolerance.
    public let identifier: String

    /// Makes a processor.
    /// - Parameter tolerance: How far a channel may be off; brought into 0...1, and 0 if it is not a number. JPEG wants
    ///   some hundredths.
    public init(tolerance: Double = 0) {
        self.tolerance = tolerance.isNaN ? 0 : min(max(tolerance, 0), 1)
        identifier = "com.onevcat.Kingfisher.TrimProcessor(\(NumberFormat.short(self.tolerance)))"
    }

    /// Decides what is cut off.
    /// - Throws: What decoding frames throws, or `CancellationError`.
    public func plan(for image: Image, options: KingfisherParsedOptionsInfo) throws -> any ImageProcessor {
        var content = try image.pixels.contentRect(tolerance: tolerance)
        if let frames = image.frames {
            for index in 0..<frames.frameCount {
                guard let more = try frames.frame(at: index).contentRect(tolerance: tolerance) else {
                    continue
                }
                content = content?.union(more) ?? more
            }
        }
        let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        return PartProcessor(part: content ?? whole)
    }
}
