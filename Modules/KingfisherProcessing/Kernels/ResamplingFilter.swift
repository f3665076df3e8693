import Foundation

/// How a sample is mixed from its neighbours when an image changes size.
public struct ResamplingFilter: Sendable {
    /// How far the filter reaches to each side, in pixels of the smaller of source and result.
    public let radius: Double
    /// The weight of a neighbour at a distance from the centre; need not add up to 1.
    public let weight: @Sendable (_ distance: Double) -> Double

    /// Makes a filter.
    /// - Parameters:
    ///   - radius: How far it reaches to each side, at least 0.5.
    ///   - weight: The weight at a distance; asked only within the radius.
    public init(radius: Double, weight: @escaping @Sendable (_ distance: Double) -> Double) {
        self.radius = max(radius, 0.5)
        self.weight = weight
    }

    /// A sinc windowed by the middle lobe of a three times wider one: sharp, with slight ringing at hard edges
    /// (K. Turkowski, "Filters for Common Resampling Tasks", 1990).
    public static let lanczos3 = ResamplingFilter(radius: 3) { distance in
        guard distance != 0 else { return 1 }
        guard abs(distance) < 3 else { return 0 }
        let angle = Double.pi * distance
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}
