public import KingfisherCore

/// Images made by arithmetic, for round trips.
public enum TestImage {
    /// Smooth slopes, another in each channel, so that lossy formats stay close; alpha runs from clear to opaque.
    ///
    /// - Parameters:
    ///   - layout: Size and samples. With `.premultiplied`, colour is multiplied by alpha, correctly rounded.
    ///   - opaque: Whether an alpha channel is full everywhere.
    /// - Throws: `PluginError` with `.outOfMemory`.
    public static func slopes(_ layout: PixelLayout, opaque: Bool = false) throws -> PixelBuffer {
        var canvas = try PixelCanvas(layout)
        switch layout.depth {
        case .eight:
            canvas.withMutableSamples8 { samples in
                for index in 0..<samples.count {
                    samples[index] = UInt8(value(at: index, layout, opaque, whole: 255))
                }
            }
        case .sixteen:
            canvas.withMutableSamples16 { samples in
                for index in 0..<samples.count {
                    samples[index] = UInt16(value(at: index, layout, opaque, whole: 65535))
                }
            }
        }
        return canvas.freeze()
    }

    private static func value(at index: Int, _ layout: PixelLayout, _ opaque: Bool, whole: Int) -> Int {
        let (pixel, channel) = index.quotientAndRemainder(dividingBy: layout.channels.count)
        let (y, x) = pixel.quotientAndRemainder(dividingBy: layout.width)
        let right = ratio(x, layout.width, whole)
        let down = ratio(y, layout.height, whole)
        let alpha = opaque ? whole : whole - right
        if layout.channels.hasAlpha, channel == layout.channels.count - 1 { return alpha }
        let color = [(right + down) / 2, down, whole - down / 2][channel]
        guard layout.alphaMode == .premultiplied else { return color }
        return (color * alpha + whole / 2) / whole
    }

    /// Where `position` lies on the way from the first to the last of `count`, 0...`whole`.
    private static func ratio(_ position: Int, _ count: Int, _ whole: Int) -> Int {
        count > 1 ? position * whole / (count - 1) : whole / 3
    }
}
