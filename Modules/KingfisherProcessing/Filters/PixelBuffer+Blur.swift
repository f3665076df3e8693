public import KingfisherCore

extension PixelBuffer {
    /// The widest blur: 10,000 pixels.
    public static let largestBlurRadius = 10_000.0

    /// The picture blurred by a Gaussian.
    ///
    /// What lies beyond an edge counts as the edge does. Where there is alpha the result is premultiplied, and transparent
    /// pixels lend no colour. Within a step of a Gaussian in double precision. From a radius of 2.83 on, work and
    /// memory hardly depend on it: half of the blur is done while the picture is made smaller, the other half while it is made
    /// large again, on a grid so fine that a Gaussian leaves nothing between its points. Above a megapixel all cores work.
    /// - Parameter radius: The Gaussian's standard deviation in pixels, as in Kingfisher and Pillow; 0 changes nothing.
    /// - Throws: `PluginError` with `.invalidValue` for a radius below 0, above `largestBlurRadius`, or not a number,
    ///   or `.outOfMemory`; or `CancellationError`.
    public func blurred(radius: Double) throws -> PixelBuffer {
        guard radius >= 0, radius <= Self.largestBlurRadius else {
            throw PluginError(
                .invalidValue, pluginID: "processing",
                message: "A blur cannot have a radius of \(radius) pixels; "
                    + "give one from 0 to \(Int(Self.largestBlurRadius)).")
        }
        return try radius == 0 ? self : blurred(radius: radius, depth: layout.depth)
    }

    /// The picture blurred, in samples of another depth.
    func blurred(radius: Double, depth: PixelLayout.Depth) throws -> PixelBuffer {
        let target = try layout(width: width, height: height, depth)
        // Both halves are Gaussians of as many pixels as a step of the grid: the squares add up to the radius's.
        let step = radius / 2.0.squareRoot()
        guard step >= 2 else {
            return try resampled(
                to: target, horizontal: .gaussian(over: width, radius: radius),
                vertical: .gaussian(over: height, radius: radius))
        }
        let (columns, rows) = (
            GaussianGrid(length: width, step: step), GaussianGrid(length: height, step: step)
        )
        let small = try resampled(
            to: try layout(width: columns.count, height: rows.count, .sixteen),
            horizontal: columns.shrinking, vertical: rows.shrinking)
        return try small.resampled(to: target, horizontal: columns.enlarging, vertical: rows.enlarging)
    }

    private func layout(width: Int, height: Int, _ depth: PixelLayout.Depth) throws -> PixelLayout {
        try PixelLayout(
            width: width, height: height, channels: layout.channels, depth: depth, premultiplied: true)
    }
}

/// A coarse grid over an axis, and as far beyond its ends as a Gaussian reaches.
private struct GaussianGrid {
    /// Points beyond each end.
    private static let margin = 4

    let length: Int
    let step: Double
    /// The points of the grid.
    let count: Int

    init(length: Int, step: Double) {
        self.length = length
        self.step = step
        count = Int((Double(length) / step).rounded(.up)) + 2 * Self.margin
    }

    /// From the axis to the grid.
    var shrinking: ResamplingWeights {
        ResamplingWeights(
            from: length, on: .init(count: count, origin: -Double(Self.margin) * step, step: (step, 1)),
            filter: .gaussian, stretch: step, extendsEdges: true)
    }

    /// From the grid to the axis.
    var enlarging: ResamplingWeights {
        ResamplingWeights(
            from: count, on: .init(count: length, origin: Double(Self.margin), step: (1, step)),
            filter: .gaussian, stretch: 1)
    }
}

extension ResamplingWeights {
    fileprivate static func gaussian(over length: Int, radius: Double) -> ResamplingWeights {
        ResamplingWeights(
            from: length, on: .init(count: length, step: (1, 1)), filter: .gaussian, stretch: radius,
            extendsEdges: true)
    }
}
