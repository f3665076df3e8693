public import KingfisherCore

extension PixelBuffer {
    /// The picture with saturation, contrast, brightness and exposure changed, in that order; alpha stays.
    ///
    /// Samples are changed as they are encoded, in fractions of the greatest one, by the formulas of the W3C's Filter
    /// Effects Module (saturation: each channel drawn away from, or towards, the luma of BT.709) and the bias that Core
    /// Image calls brightness: `c = (c - 0.5) * contrast + 0.5 + brightness`. Exposure multiplies the light that sRGB
    /// (IEC 61966-2-1) says the samples stand for by 2 to the `exposure`. Rounded to the nearest sample, clamped.
    /// The memory is reused when this was its last owner; above a megapixel all cores work.
    /// - Parameters:
    ///   - brightness: Added, in fractions of white; 0 changes nothing.
    ///   - contrast: Multiplies the distance from middle gray; 1 changes nothing.
    ///   - saturation: From 0, gray, over 1, which changes nothing, to stronger colours.
    ///   - exposure: Stops of light; 0 changes nothing.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public consuming func adjusted(
        brightness: Double, contrast: Double, saturation: Double, exposure: Double
    ) throws -> PixelBuffer {
        let layout = layout
        if exposure == 0, layout.alphaMode != .premultiplied, saturation == 1 || !layout.channels.hasColor {
            let term = 0.5 - 0.5 * contrast + brightness
            return try (consume self).changed(
                by: ChannelMix(
                    factors: layout.byChannel(contrast, alpha: 1), terms: layout.byChannel(term, alpha: 0),
                    for: layout))
        }
        let curve = exposure == 0 ? nil : ExposureCurve(stops: exposure, depth: layout.depth)
        let adjustment = ColorAdjustment(
            brightness: brightness, contrast: contrast, saturation: saturation, curve: curve)
        if curve == nil { return try (consume self).changed(by: adjustment) }
        return try (consume self).straight().changed(by: adjustment)
    }

    /// The picture under a sheet of one colour, that is, the colour composited over it; transparent parts take the
    /// colour's opacity.
    ///
    /// Gray pixels become RGB unless the colour is gray. Where there is transparency the result is premultiplied. Within
    /// half a step of `colour * alpha + pixel * (1 - alpha)` (T. Porter and T. Duff, "Compositing Digital Images", 1984: over).
    /// The memory is reused when this was its last owner and keeps its channels; above a megapixel all cores work.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public consuming func tinted(with color: RGBAColor) throws -> PixelBuffer {
        let colored = color.isGray ? consume self : try (consume self).inColor()
        let layout = try colored.layout.with(premultiplied: true)
        let colors =
            layout.channels.hasColor ? [color.red, color.green, color.blue] : [color.red]
        let terms = colors.map { $0 * color.alpha } + (layout.channels.hasAlpha ? [color.alpha] : [])
        let factors = terms.map { _ in 1 - color.alpha }
        return try (consume colored).premultiplied().changed(
            by: ChannelMix(factors: factors, terms: terms, for: layout))
    }

    /// The picture in RGB or RGBA.
    private consuming func inColor() throws -> PixelBuffer {
        let layout = layout
        if layout.channels.hasColor { return consume self }
        return try converted(to: PixelKind(layout.channels.hasAlpha ? .rgba : .rgb, layout.depth))
    }
}

extension PixelLayout {
    /// A value for each channel, another for alpha.
    fileprivate func byChannel(_ value: Double, alpha: Double) -> [Double] {
        (0..<channels.count).map { channels.hasAlpha && $0 == channels.count - 1 ? alpha : value }
    }
}
