import Foundation
import KingfisherCore

/// What samples become when the light behind them is multiplied: a table over the sRGB tone curve.
struct ExposureCurve {
    private let table: [UInt16]
    /// Places of the table for a step of samples.
    private let scale: Float

    /// - Parameters:
    ///   - stops: Doublings of light.
    ///   - depth: Of the samples. Those of 8 bits are looked up at sixteenths of a step, those of 16 bits at whole ones.
    init(stops: Double, depth: PixelLayout.Depth) {
        let top = depth == .eight ? 255 : 65_535
        let steps = depth == .eight ? 16 : 1
        let gain = exp2(stops)
        table = (0...top * steps).map { place in
            let light = SRGBCurve.linear(Double(place) / Double(top * steps))
            return UInt16((SRGBCurve.encoded(min(light * gain, 1)) * Double(top)).rounded())
        }
        scale = Float(steps)
    }

    /// Lends the table, and the places of it that a step of samples has.
    @inline(__always)
    func withTable(_ body: (_ table: UnsafePointer<UInt16>, _ scale: Float) -> Void) {
        unsafe table.withUnsafeBufferPointer { table in
            guard let start = table.baseAddress else { return }
            unsafe body(start, scale)
        }
    }
}
