internal import KingfisherCore

/// What the file says of one image in it, and where its parts lie.
struct GIFFrame: Sendable {
    /// Pixels from the left side of the canvas.
    var left: Int
    /// Pixels from the top of the canvas.
    var top: Int
    var width: Int
    var height: Int
    var isInterlaced: Bool
    /// Bytes of its own colour table, three a colour; nil where the global one serves.
    var table: Range<Int>?
    /// What stood in front of it.
    var control: GIFControl
    /// The byte that states the size of the codes, the blocks of codes, and the empty one at the end.
    var data: Range<Int>
    /// Whether all of `data` is there.
    var isComplete: Bool

    /// What it covers of the canvas, and of what lies beyond.
    var area: CanvasPart { CanvasPart(columns: left..<left + width, rows: top..<top + height) }
}

/// A graphic control extension: how the next image is shown.
struct GIFControl: Sendable {
    /// In hundredths of a second, as stored.
    var delay = 0
    var disposal = AnimationFrame.Disposal.keep
    /// The colour that is transparent, where one is.
    var transparentIndex: UInt8?

    /// How long the frame is shown: browsers take a hundredth of a second and less for no speed at all, but a default.
    var duration: Duration { .milliseconds(delay > 1 ? delay * 10 : 100) }
}

extension GIFControl {
    /// Reads the block of the extension.
    /// - Parameter position: Of the first of its four bytes.
    init?(_ bytes: RawSpan, at position: Int) {
        guard let flags = bytes.byte(at: position),
            let delay = bytes.uint16(at: position + 1, .littleEndian),
            let index = bytes.byte(at: position + 3)
        else { return nil }
        self.delay = Int(delay)
        disposal =
            switch flags >> 2 & 7 {
            case 2: .clear
            // 4 by writers that took the number of a bit for its value.
            case 3, 4: .previous
            default: .keep
            }
        transparentIndex = flags & 1 == 1 ? index : nil
    }
}
