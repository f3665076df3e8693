public import KingfisherCore

extension PixelBuffer {
    /// The picture on a larger canvas of one colour, pixels unchanged.
    ///
    /// Gray pixels become RGB unless the colour is gray; a picture without alpha gets it where the colour is not opaque.
    /// - Parameters:
    ///   - top: Rows above, at least 0; `left`, `bottom` and `right` alike.
    ///   - color: Of what is added.
    /// - Precondition: No length is below 0.
    /// - Throws: `PluginError` with `.limitExceeded` or `.outOfMemory` for a canvas too large, or `CancellationError`.
    public func padded(
        top: Int, left: Int, bottom: Int, right: Int, color: RGBAColor
    ) throws -> PixelBuffer {
        precondition(min(min(top, left), min(bottom, right)) >= 0, "padding below 0")
        if top + left + bottom + right == 0 { return self }
        let hasColor = layout.channels.hasColor || !color.isGray
        let hasAlpha = layout.channels.hasAlpha || color.alpha < 1
        let kind = PixelKind(
            hasColor ? (hasAlpha ? .rgba : .rgb) : (hasAlpha ? .grayAlpha : .gray), layout.depth)
        let source = layout.kind == kind ? self : try converted(to: kind)
        let target = try source.layout.resized(width: width + left + right, height: height + top + bottom)
        return switch layout.depth {
        case .eight: try source.placed(on: target, x: left, y: top, color, UInt8.self)
        case .sixteen: try source.placed(on: target, x: left, y: top, color, UInt16.self)
        }
    }

    private func placed<Sample: KernelSample>(
        on target: PixelLayout, x: Int, y: Int, _ color: RGBAColor, _ type: Sample.Type
    ) throws -> PixelBuffer {
        let pixel: [Sample] = color.samples(for: target)
        return try unsafe rendered(as: target, from: type, to: type) { input, output in
            try RowBlocks(target).run { rows in
                for row in rows {
                    let line = unsafe output + row * target.samplesPerRow
                    for index in 0..<target.samplesPerRow {
                        unsafe line[index] = pixel[index % pixel.count]
                    }
                    guard y..<y + height ~= row else { continue }
                    unsafe (line + x * pixel.count).update(
                        from: input + (row - y) * layout.samplesPerRow, count: layout.samplesPerRow)
                }
            }
        }
    }
}

extension RGBAColor {
    /// The samples of a pixel of this colour; of the colour channels of gray ones, red's.
    func samples<Sample: KernelSample>(for layout: PixelLayout) -> [Sample] {
        let opacity = layout.alphaMode == .premultiplied ? alpha : 1
        let colors = layout.channels.hasColor ? [red, green, blue] : [red]
        let parts = colors.map { $0 * opacity } + (layout.channels.hasAlpha ? [alpha] : [])
        return parts.map { Sample(($0 * Double(Sample.max)).rounded()) }
    }
}
