import Foundation
public import KingfisherCore

extension PixelBuffer {
    /// The picture turned clockwise about its middle, on a canvas that all of it fits on.
    ///
    /// Whole quarters exchange pixels and nothing else. Other angles interpolate by the cubic of R. Keys (a = -1/2), between
    /// pixels multiplied by alpha, and have smooth edges; the result is premultiplied where it has alpha, and has it unless the
    /// background is opaque. Above a megapixel all cores work.
    /// - Parameters:
    ///   - degrees: The angle; what is below 0 turns counterclockwise.
    ///   - background: What shows in the corners. Gray pixels become RGB unless it is gray.
    /// - Throws: `PluginError` with `.invalidValue` for an angle that is not finite, `.outOfMemory`, or
    ///   `CancellationError`.
    public func rotated(degrees: Double, background: RGBAColor = .clear) throws -> PixelBuffer {
        guard degrees.isFinite else {
            throw PluginError(
                .invalidValue, pluginID: "processing",
                message: "An image cannot be turned by \(degrees) degrees; give a finite angle.")
        }
        let angle = degrees.truncatingRemainder(dividingBy: 360)
        switch angle < 0 ? angle + 360 : angle {
        case 0, 360: return self
        case 90: return try upright(from: .right)
        case 180: return try upright(from: .down)
        case 270: return try upright(from: .left)
        case let angle: return try interpolated(RotationGrid(layout, degrees: angle), background)
        }
    }

    private func interpolated(_ grid: RotationGrid, _ background: RGBAColor) throws -> PixelBuffer {
        let isColored = layout.channels.hasColor || !background.isGray
        let kind = PixelKind(isColored ? .rgba : .grayAlpha, layout.depth)
        let source = try (layout.kind == kind ? self : converted(to: kind)).premultiplied()
        let target = try source.layout.resized(width: grid.width, height: grid.height)
        let result =
            switch layout.depth {
            case .eight: try grid.turned(source, as: target, background, UInt8.self)
            case .sixteen: try grid.turned(source, as: target, background, UInt16.self)
            }
        guard background.alpha == 1 else { return result }
        return try result.converted(to: PixelKind(isColored ? .rgb : .gray, layout.depth))
    }
}

/// Where the pixels of a turned picture come from.
private struct RotationGrid {
    let width: Int
    let height: Int
    private let cosine: Double
    private let sine: Double
    /// Where the middle of the result's first pixel lies in the source.
    private let origin: (x: Double, y: Double)

    init(_ source: PixelLayout, degrees: Double) {
        let radians = degrees * .pi / 180
        cosine = cos(radians)
        sine = sin(radians)
        let (sourceWidth, sourceHeight) = (Double(source.width), Double(source.height))
        // A little less than the sum, so that rounding in the sine does not cost a row of nothing.
        width = Int((abs(cosine) * sourceWidth + abs(sine) * sourceHeight - 1e-6).rounded(.up))
        height = Int((abs(sine) * sourceWidth + abs(cosine) * sourceHeight - 1e-6).rounded(.up))
        let (right, down) = (0.5 - Double(width) / 2, 0.5 - Double(height) / 2)
        origin = (
            cosine * right + sine * down + sourceWidth / 2 - 0.5,
            cosine * down - sine * right + sourceHeight / 2 - 0.5
        )
    }

    func turned<Sample: KernelSample>(
        _ source: PixelBuffer, as target: PixelLayout, _ background: RGBAColor, _ type: Sample.Type
    ) throws -> PixelBuffer {
        let colors =
            target.channels.hasColor ? [background.red, background.green, background.blue] : [background.red]
        let behind = (colors.map { $0 * background.alpha } + [background.alpha]).map {
            Float($0) * Sample.max.real
        }
        return try unsafe source.rendered(as: target, from: type, to: type) { input, output in
            let picture = unsafe CubicSampler(layout: source.layout, samples: input)
            try RowBlocks(target).run { rows in
                for row in rows {
                    var place = row * target.samplesPerRow
                    for column in 0..<target.width {
                        let (right, down) = (Double(column), Double(row))
                        var pixel = picture.pixel(
                            x: origin.x + cosine * right + sine * down,
                            y: origin.y + cosine * down - sine * right)
                        let last = target.channels.count - 1
                        let white = min(max(pixel[last], 0), Sample.max.real)
                        let rest = 1 - white / Sample.max.real
                        for channel in 0...last {
                            pixel[channel] = min(max(pixel[channel], 0), white) + behind[channel] * rest
                            unsafe output[place + channel] = RowKernels.rounded(
                                pixel[channel], top: Sample.max.real)
                        }
                        place += target.channels.count
                    }
                }
            }
        }
    }
}

/// Values between the pixels of a picture that has nothing around it.
// Safe: made and used inside the scope of the picture's samples; pixels outside it are not read.
@safe private struct CubicSampler<Sample: KernelSample> {
    let layout: PixelLayout
    let samples: UnsafePointer<Sample>

    /// The value at a point, pixel centres lying at whole numbers; in the first lanes, by channel.
    func pixel(x: Double, y: Double) -> SIMD4<Float> {
        let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        var sum = SIMD4<Float>.zero
        guard column >= -2, row >= -2, column <= layout.width, row <= layout.height else { return sum }
        let across = Self.weights(Float(x - Double(column)))
        let down = Self.weights(Float(y - Double(row)))
        let step = layout.channels.count
        for line in 0..<4 where 0..<layout.height ~= row - 1 + line {
            var lineSum = SIMD4<Float>.zero
            for tap in 0..<4 where 0..<layout.width ~= column - 1 + tap {
                let place = unsafe samples + ((row - 1 + line) * layout.width + column - 1 + tap) * step
                let pixel =
                    unsafe step == 4
                    ? SIMD4(place[0].real, place[1].real, place[2].real, place[3].real)
                    : SIMD4(place[0].real, place[1].real, 0, 0)
                lineSum += pixel * across[tap]
            }
            sum += lineSum * down[line]
        }
        return sum
    }

    /// The cubic's weights for the four neighbours of a point, `fraction` after the second.
    private static func weights(_ fraction: Float) -> SIMD4<Float> {
        let (near, far) = (fraction, 1 - fraction)
        return SIMD4(
            -0.5 * near * far * far, (1.5 * near - 2.5) * near * near + 1, (1.5 * far - 2.5) * far * far + 1,
            -0.5 * far * near * near)
    }
}
