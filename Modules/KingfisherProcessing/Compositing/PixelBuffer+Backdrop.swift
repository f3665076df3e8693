public import KingfisherCore

extension PixelBuffer {
    /// The picture laid on a sheet of one colour by a Porter-Duff operator.
    ///
    /// Gray pixels become RGB unless the colour is gray. The result has alpha exactly where it can be transparent, then
    /// premultiplied. Within half a step of `source * Fs + backdrop * Fb`, both premultiplied. Above a megapixel all cores work.
    /// - Parameters:
    ///   - color: The backdrop.
    ///   - operation: How the picture, the source, is laid on it.
    ///   - opacity: Multiplies the picture's alpha, 0...1.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public consuming func composited(
        on color: RGBAColor, operation: CompositingOperation, opacity: Double = 1
    ) throws -> PixelBuffer {
        try (consume self).laid(on: color, by: CompositingOperation.Mixing(operation), opacity: opacity)
    }

    /// The picture laid on a sheet of one colour by a blend mode; the result is as of `composited(on:operation:opacity:)`.
    ///
    /// - Parameters:
    ///   - color: The backdrop.
    ///   - mode: How colours mix where both are.
    ///   - opacity: Multiplies the picture's alpha, 0...1.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public consuming func blended(
        on color: RGBAColor, mode: BlendMode, opacity: Double = 1
    ) throws -> PixelBuffer {
        try (consume self).laid(on: color, by: BlendMode.Mixing(mode: mode), opacity: opacity)
    }

    private consuming func laid(
        on color: RGBAColor, by mixing: some PixelMixing, opacity: Double
    ) throws -> PixelBuffer {
        let change = BackdropChange(mixing: mixing, backdrop: color.premultiplied, opacity: Float(opacity))
        // Alpha is a linear function of the picture's: opaque at both ends is opaque everywhere.
        let isOpaque = change.alpha(of: 1) >= 1 && (!layout.channels.hasAlpha || change.alpha(of: 0) >= 1)
        let needsAlpha = layout.channels.hasAlpha || !isOpaque
        let result = try (consume self).withChannels(color: !color.isGray, alpha: needsAlpha)
            .premultiplied().changed(by: change)
        return needsAlpha && isOpaque ? try (consume result).flattened(on: .black) : result
    }

    /// The picture with room for colour and for alpha, where they are asked for.
    consuming func withChannels(color: Bool, alpha: Bool) throws -> PixelBuffer {
        let (hasColor, hasAlpha) = (layout.channels.hasColor || color, layout.channels.hasAlpha || alpha)
        let channels: PixelLayout.Channels =
            hasColor ? (hasAlpha ? .rgba : .rgb) : (hasAlpha ? .grayAlpha : .gray)
        if channels == layout.channels { return consume self }
        return try converted(to: PixelKind(channels, layout.depth))
    }
}

/// Lays each pixel on one colour.
private struct BackdropChange<Mixing: PixelMixing>: RowChange {
    let mixing: Mixing
    let backdrop: SIMD4<Float>
    let opacity: Float

    func alpha(of alpha: Float) -> Float {
        mixing.mixed(source: SIMD4(0, 0, 0, alpha) * opacity, backdrop: backdrop).w
    }

    func change<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, at y: Int, of layout: PixelLayout
    ) {
        let access = PixelAccess(layout)
        for x in 0..<layout.width {
            let source = unsafe access.pixel(row, at: x) * opacity
            unsafe access.set(mixing.mixed(source: source, backdrop: backdrop), in: row, at: x)
        }
    }
}

extension RGBAColor {
    /// Red, green, blue and alpha, the colour multiplied by alpha.
    var premultiplied: SIMD4<Float> {
        SIMD4(SIMD4(red * alpha, green * alpha, blue * alpha, alpha))
    }
}
