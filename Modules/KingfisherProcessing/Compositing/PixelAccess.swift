import KingfisherCore

/// Reads and writes pixels of any layout as red, green, blue and alpha in 0...1.
struct PixelAccess {
    private let step: Int
    private let hasAlpha: Bool
    private let hasColor: Bool
    private let top: Float
    private let scale: Float

    init(_ layout: PixelLayout) {
        step = layout.channels.count
        hasAlpha = layout.channels.hasAlpha
        hasColor = layout.channels.hasColor
        top = layout.depth == .eight ? 255 : 65_535
        scale = 1 / top
    }

    @inline(__always)
    func pixel<Sample: KernelSample>(_ row: UnsafePointer<Sample>, at x: Int) -> SIMD4<Float> {
        let start = unsafe row + x * step
        let alpha = hasAlpha ? unsafe start[step - 1].real : top
        if hasColor {
            return unsafe SIMD4(start[0].real, start[1].real, start[2].real, alpha) * scale
        }
        let gray = unsafe start[0].real
        return SIMD4(gray, gray, gray, alpha) * scale
    }

    /// Drops alpha, or takes red for gray, where the layout has no place for more.
    @inline(__always)
    func set<Sample: KernelSample>(
        _ pixel: SIMD4<Float>, in row: UnsafeMutablePointer<Sample>, at x: Int
    ) {
        let start = unsafe row + x * step
        let values = pixel * top
        unsafe start[0] = RowKernels.rounded(values.x, top: top)
        if hasColor {
            unsafe start[1] = RowKernels.rounded(values.y, top: top)
            unsafe start[2] = RowKernels.rounded(values.z, top: top)
        }
        if hasAlpha { unsafe start[step - 1] = RowKernels.rounded(values.w, top: top) }
    }
}
