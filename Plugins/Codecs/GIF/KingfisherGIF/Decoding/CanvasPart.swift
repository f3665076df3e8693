internal import KingfisherCore

/// A rectangle of the canvas.
struct CanvasPart: Sendable {
    let columns: Range<Int>
    let rows: Range<Int>

    /// The pixels of the part alone.
    func layout(_ channels: PixelLayout.Channels) throws(PluginError) -> PixelLayout {
        try PixelLayout(width: columns.count, height: rows.count, channels: channels)
    }

    /// What both have in common, perhaps nothing.
    func clamped(to other: CanvasPart) -> CanvasPart {
        CanvasPart(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
    }

    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}
