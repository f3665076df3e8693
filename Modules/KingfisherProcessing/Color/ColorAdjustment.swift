import KingfisherCore

/// Saturation, contrast, brightness and exposure in one go over a row.
///
/// The first three are linear in the samples and done together, with alpha or without; exposure is a curve, looked up
/// from a table finer than the samples, and wants straight alpha.
struct ColorAdjustment: RowChange {
    /// Luma weights of ITU-R BT.709, which W3C Filter Effects has for saturation as well.
    private static let luma: (red: Float, green: Float, blue: Float) = (0.2126, 0.7152, 0.0722)

    private let own: Float
    private let shared: Float
    private let term: Float
    private let curve: ExposureCurve?

    init(brightness: Double, contrast: Double, saturation: Double, curve: ExposureCurve?) {
        own = Float(contrast * saturation)
        shared = Float(contrast * (1 - saturation))
        term = Float(0.5 - 0.5 * contrast + brightness)
        self.curve = curve
    }

    func change<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, at y: Int, of layout: PixelLayout
    ) {
        guard let curve else {
            let isPremultiplied = layout.alphaMode == .premultiplied
            return unsafe change(row, of: layout, isPremultiplied: isPremultiplied) { value, white in
                RowKernels.rounded(value, top: white)
            }
        }
        unsafe curve.withTable { table, scale in
            unsafe change(row, of: layout, isPremultiplied: false) { value, white in
                let place: UInt16 = RowKernels.rounded(value * scale, top: white * scale)
                return unsafe Sample(truncatingIfNeeded: table[Int(place)])
            }
        }
    }

    /// - Parameter finish: Gives the sample of a value that may lie beyond 0 and white.
    @inline(__always)
    private func change<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, of layout: PixelLayout, isPremultiplied: Bool,
        finish: (_ value: Float, _ white: Float) -> Sample
    ) {
        // Spelled out, so that each loop is compiled for its number of channels.
        switch layout.channels {
        case .gray: unsafe changeGray(row, layout.width, step: 1, isPremultiplied: false, finish)
        case .grayAlpha:
            unsafe changeGray(row, layout.width, step: 2, isPremultiplied: isPremultiplied, finish)
        case .rgb: unsafe changeColor(row, layout.width, step: 3, isPremultiplied: false, finish)
        case .rgba where isPremultiplied:
            unsafe changeColor(row, layout.width, step: 4, isPremultiplied: true, finish)
        case .rgba: unsafe changeColor(row, layout.width, step: 4, isPremultiplied: false, finish)
        }
    }

    @inline(__always)
    private func changeGray<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, _ pixels: Int, step: Int, isPremultiplied: Bool,
        _ finish: (Float, Float) -> Sample
    ) {
        // Gray is its own luma: saturation changes nothing.
        let contrast = own + shared
        for pixel in 0..<pixels {
            let start = pixel &* step
            let white = unsafe isPremultiplied ? row[start &+ 1].real : Sample.max.real
            unsafe row[start] = finish(contrast * row[start].real + term * white, white)
        }
    }

    @inline(__always)
    private func changeColor<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, _ pixels: Int, step: Int, isPremultiplied: Bool,
        _ finish: (Float, Float) -> Sample
    ) {
        let (own, shared, term, luma) = (own, shared, term, Self.luma)
        for pixel in 0..<pixels {
            let start = pixel &* step
            let white = unsafe isPremultiplied ? row[start &+ 3].real : Sample.max.real
            let (red, green, blue) = unsafe (row[start].real, row[start &+ 1].real, row[start &+ 2].real)
            let base = shared * (red * luma.red + green * luma.green + blue * luma.blue) + term * white
            unsafe row[start] = finish(own * red + base, white)
            unsafe row[start &+ 1] = finish(own * green + base, white)
            unsafe row[start &+ 2] = finish(own * blue + base, white)
        }
    }
}
