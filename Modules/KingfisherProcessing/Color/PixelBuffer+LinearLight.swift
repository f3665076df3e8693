import Foundation
import KingfisherCore

extension PixelBuffer {
    /// The picture in linear light, at 16 bits and with straight alpha.
    ///
    /// Samples are taken for sRGB's. A step of 8 bits is at least 19 of the result's; of 16 bits, the darkest ones are joined.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    func inLinearLight() throws -> PixelBuffer {
        let straight = try straight()
        let table = LightTable(from: straight.layout.depth, to: .sixteen, curve: SRGBCurve.linear)
        return switch straight.layout.depth {
        case .eight: try table.applied(to: straight, UInt8.self, UInt16.self)
        case .sixteen: try table.applied(to: straight, UInt16.self, UInt16.self)
        }
    }

    /// The picture, which is in linear light at 16 bits, as sRGB encodes it, with straight alpha.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    func encodedFromLinearLight(depth: PixelLayout.Depth) throws -> PixelBuffer {
        let straight = try straight()
        let table = LightTable(from: .sixteen, to: depth, curve: SRGBCurve.encoded)
        return switch depth {
        case .eight: try table.applied(to: straight, UInt16.self, UInt8.self)
        case .sixteen: try table.applied(to: straight, UInt16.self, UInt16.self)
        }
    }
}

/// A curve over colour samples, and alpha brought to the same depth.
private struct LightTable {
    let depth: PixelLayout.Depth
    private let colors: [UInt16]
    private let alphas: [UInt16]

    init(from source: PixelLayout.Depth, to depth: PixelLayout.Depth, curve: (Double) -> Double) {
        self.depth = depth
        let last = (1 << source.rawValue) - 1
        let top = Double((1 << depth.rawValue) - 1)
        func table(_ curve: (Double) -> Double) -> [UInt16] {
            (0...last).map { UInt16((curve(Double($0) / Double(last)) * top).rounded()) }
        }
        colors = table(curve)
        alphas = table { $0 }
    }

    func applied<Sample: KernelSample, Result: KernelSample>(
        to picture: PixelBuffer, _ from: Sample.Type, _ to: Result.Type
    ) throws -> PixelBuffer {
        let layout = picture.layout
        let step = layout.channels.count
        let target = try PixelLayout(
            width: layout.width, height: layout.height, channels: layout.channels, depth: depth)
        return try unsafe picture.rendered(as: target, from: from, to: to) { input, output in
            try RowBlocks(target).run { rows in
                let samples = rows.lowerBound * layout.samplesPerRow..<rows.upperBound * layout.samplesPerRow
                for index in samples {
                    let isAlpha = layout.channels.hasAlpha && index % step == step - 1
                    let place = unsafe Int(input[index])
                    unsafe output[index] = Result(
                        truncatingIfNeeded: isAlpha ? alphas[place] : colors[place])
                }
            }
        }
    }
}
