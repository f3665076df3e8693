public import KingfisherCore

extension PixelBuffer {
    /// The picture with another one laid over it; what lies outside is not seen.
    ///
    /// Gray pixels become RGB unless the other is gray, and depths are converted to this picture's. Where there is alpha the result
    /// is premultiplied. Within half a step of the formula of the mode. The memory is reused when this was its last owner and keeps
    /// its channels; above a megapixel all cores work.
    /// - Parameters:
    ///   - other: The picture on top.
    ///   - x: The column of its left edge; may lie outside.
    ///   - y: The row of its upper edge; may lie outside.
    ///   - opacity: Multiplies its alpha, 0...1.
    ///   - mode: How colours mix where both are.
    ///   - isTiled: Whether it is repeated in all directions.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public consuming func overlaid(
        by other: PixelBuffer, x: Int, y: Int, opacity: Double = 1, mode: BlendMode = .normal,
        isTiled: Bool = false
    ) throws -> PixelBuffer {
        let kind = PixelKind(other.layout.channels, layout.depth)
        let top =
            other.layout.kind == kind
            ? try other.premultiplied() : try other.converted(to: kind).premultiplied()
        let base = try (consume self).withChannels(color: top.layout.channels.hasColor, alpha: false)
            .premultiplied()
        if mode == .normal {
            let over = CompositingOperation.Mixing(.sourceOver)
            return try (consume base).changed(
                by: OverlayChange(
                    top: top, x: x, y: y, opacity: Float(opacity), isTiled: isTiled, mixing: over))
        }
        return try (consume base).changed(
            by: OverlayChange(
                top: top, x: x, y: y, opacity: Float(opacity), isTiled: isTiled,
                mixing: BlendMode.Mixing(mode: mode)))
    }
}

/// Lays the rows of a picture over those of another.
private struct OverlayChange<Mixing: PixelMixing>: RowChange {
    /// Premultiplied, of the depth of what it is laid over.
    let top: PixelBuffer
    let x: Int
    let y: Int
    let opacity: Float
    let isTiled: Bool
    let mixing: Mixing

    func change<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, at y: Int, of layout: PixelLayout
    ) {
        let line = isTiled ? Self.wrapped(y, from: self.y, length: top.height) : y - self.y
        guard 0..<top.height ~= line else { return }
        let columns =
            isTiled ? 0..<layout.width : max(x, 0)..<max(min(x + top.width, layout.width), max(x, 0))
        let (below, above) = (PixelAccess(layout), PixelAccess(top.layout))
        top.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: Sample.self) else {
                    return
                }
                let source = unsafe start + line * top.layout.samplesPerRow
                for column in columns {
                    let from = isTiled ? Self.wrapped(column, from: x, length: top.width) : column - x
                    let mixed = unsafe mixing.mixed(
                        source: above.pixel(source, at: from) * opacity,
                        backdrop: below.pixel(row, at: column))
                    unsafe below.set(mixed, in: row, at: column)
                }
            }
        }
    }

    /// Where in a repeated length a place lies.
    private static func wrapped(_ place: Int, from start: Int, length: Int) -> Int {
        let rest = (place - start) % length
        return rest < 0 ? rest + length : rest
    }
}
