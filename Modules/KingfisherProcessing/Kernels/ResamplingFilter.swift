import Foundation

/// How a sample is mixed from its neighbours when an image changes size.
public struct ResamplingFilter: Sendable {
    /// Names the filter and what determines its weights, since it is part of cache keys.
    public let identifier: String
    /// How far the filter reaches to each side, in pixels of the smaller of source and result.
    public let radius: Double
    /// The weight of a neighbour at a distance from the centre; need not add up to 1.
    public let weight: @Sendable (_ distance: Double) -> Double
    /// Whether shrinking widens the filter, so that every source sample counts.
    public let isStretched: Bool

    /// Makes a filter.
    /// - Parameters:
    ///   - identifier: Names it and what determines its weights; stable between releases.
    ///   - radius: How far it reaches to each side, at least 0.5.
    ///   - isStretched: Whether shrinking widens the filter; without, fine patterns alias.
    ///   - weight: The weight at a distance, that of the neighbour's centre from the wanted point; asked only within
    ///     the radius.
    public init(
        identifier: String, radius: Double, isStretched: Bool = true,
        weight: @escaping @Sendable (_ distance: Double) -> Double
    ) {
        self.identifier = identifier
        self.radius = max(radius, 0.5)
        self.isStretched = isStretched
        self.weight = weight
    }

    /// The one nearest sample; of two as near, the right or lower one. Blocky, and shrinking aliases.
    public static let nearest = ResamplingFilter(identifier: "nearest", radius: 0.5, isStretched: false) {
        distance in
        distance > -0.5 && distance <= 0.5 ? 1 : 0
    }

    /// The mean of the samples covered.
    public static let box = ResamplingFilter(identifier: "box", radius: 0.5) { distance in
        distance > -0.5 && distance <= 0.5 ? 1 : 0
    }

    /// Straight lines between samples: soft, without ringing.
    public static let bilinear = ResamplingFilter(identifier: "bilinear", radius: 1) { distance in
        max(1 - abs(distance), 0)
    }

    /// The cubic of R. Keys, "Cubic Convolution Interpolation", 1981, with a = -1/2: fairly sharp, ringing little.
    public static let bicubic = ResamplingFilter(identifier: "bicubic", radius: 2) { distance in
        let distance = abs(distance)
        return distance < 1
            ? (1.5 * distance - 2.5) * distance * distance + 1
            : distance < 2 ? ((-0.5 * distance + 2.5) * distance - 4) * distance + 2 : 0
    }

    /// A sinc windowed by the middle lobe of a three times wider one: sharp, with slight ringing at hard edges
    /// (K. Turkowski, "Filters for Common Resampling Tasks", 1990).
    public static let lanczos3 = ResamplingFilter(identifier: "lanczos3", radius: 3) { distance in
        guard distance != 0 else { return 1 }
        guard abs(distance) < 3 else { return 0 }
        let angle = Double.pi * distance
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }

    /// The filter for samples that are means of a number of samples: it gives back what taking means took from fine detail.
    ///
    /// Means of n samples weaken a wave of angular frequency w by w * w * (1 - 1 / (n * n)) / 24, to second order; a
    /// second difference of the weights, which are spread by `stretch`, adds as much.
    func overMeans(of count: Int, stretch: Double) -> ResamplingFilter {
        guard count > 1 else { return self }
        let share = (1 - 1 / Double(count * count)) / 24
        let next = 1 / stretch
        return ResamplingFilter(identifier: identifier, radius: radius + next, isStretched: isStretched) {
            place in
            func weight(_ place: Double) -> Double { abs(place) < radius ? self.weight(place) : 0 }
            return weight(place) * (1 + 2 * share) - share * (weight(place - next) + weight(place + next))
        }
    }

    /// A Gaussian of standard deviation 1, cut where it has less than a ten-thousandth left.
    static let gaussian = ResamplingFilter(identifier: "gaussian", radius: 4) { distance in
        exp(distance * distance / -2)
    }
}
