import KingfisherCore

extension PixelBuffer {
    /// The picture inside a shape; the pixels on its edge become transparent as far as they lie outside.
    ///
    /// Keeps straight colours as they are. Gets an alpha channel where there is none.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    consuming func clipped(to shape: RoundedRectangle) throws -> PixelBuffer {
        try (consume self).withChannels(color: false, alpha: true).changed(by: ShapeClip(shape: shape))
    }

    /// The picture with the space between two shapes filled, the colour laid over it.
    ///
    /// Gray pixels become RGB unless the colour is gray. Where there is alpha the result is premultiplied.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    consuming func filled(
        with color: RGBAColor, from outer: RoundedRectangle, to inner: RoundedRectangle
    ) throws -> PixelBuffer {
        try (consume self).withChannels(color: !color.isGray, alpha: false).premultiplied()
            .changed(by: RingFill(color: color.premultiplied, outer: outer, inner: inner))
    }
}

/// Multiplies opacity by how far pixels lie inside.
private struct ShapeClip: RowChange {
    let shape: RoundedRectangle

    func change<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, at y: Int, of layout: PixelLayout
    ) {
        if shape.isFull(row: y, width: layout.width) { return }
        let coverage = shape.coverage(row: y, width: layout.width)
        let step = layout.channels.count
        let first = layout.alphaMode == .premultiplied ? 0 : step - 1
        for x in 0..<layout.width where coverage[x] < 1 {
            for index in x * step + first..<(x + 1) * step {
                unsafe row[index] = RowKernels.rounded(
                    row[index].real * coverage[x], top: Sample.max.real)
            }
        }
    }
}

/// Lays a colour over pixels as far as they lie in the one shape and not in the other.
private struct RingFill: RowChange {
    let color: SIMD4<Float>
    let outer: RoundedRectangle
    let inner: RoundedRectangle

    func change<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, at y: Int, of layout: PixelLayout
    ) {
        if inner.isFull(row: y, width: layout.width) { return }
        let access = PixelAccess(layout)
        let covered = outer.coverage(row: y, width: layout.width)
        let spared = inner.coverage(row: y, width: layout.width)
        for x in 0..<layout.width where covered[x] > spared[x] {
            let source = color * (covered[x] - spared[x])
            let backdrop = unsafe access.pixel(row, at: x)
            unsafe access.set(source + backdrop * (1 - source.w), in: row, at: x)
        }
    }
}
