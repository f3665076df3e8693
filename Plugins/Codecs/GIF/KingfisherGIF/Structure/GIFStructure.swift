internal import KingfisherCore

/// What the blocks of a file say; the bytes themselves stay where they are.
struct GIFStructure: Sendable {
    /// Where the file ends, as far as it was walked.
    enum Ending: Sendable {
        /// The bytes end before the file does.
        case missing
        /// With its trailer, or with what is no block after at least one whole image.
        case proper
    }

    /// The canvas as the header states it, perhaps empty.
    var screenWidth = 0
    var screenHeight = 0
    /// Bytes of the global colour table.
    var globalTable: Range<Int>?
    /// The images, as many as the limit allows.
    var frames: [GIFFrame] = []
    /// All images, also those beyond the limit.
    var frameCount = 0
    /// How long all of them take.
    var duration = Duration.zero
    /// Repetitions after the first round, 0 for ever; nil where the file says nothing.
    var repetitions: Int?
    /// The blocks of the colour profile and of the XMP packet, first length to the empty one.
    var profileBlocks: Range<Int>?
    var packetBlocks: Range<Int>?
    var ending = Ending.missing

    /// The canvas: the stated one, or as much more as the first image needs, which is what Chromium and Pillow show.
    var width: Int { max(screenWidth, frames.first.map { $0.left + $0.width } ?? 0) }
    var height: Int { max(screenHeight, frames.first.map { $0.top + $0.height } ?? 0) }

    /// How often the animation plays, 0 for ever.
    ///
    /// The extension counts repetitions, so that 2 means three rounds; without it there is one. Browsers play it so.
    var loopCount: Int {
        guard let repetitions else { return 1 }
        return repetitions == 0 ? 0 : repetitions + 1
    }

    /// Whether every byte of an image that is to be shown is there.
    func isComplete(onlyFirstFrame: Bool) -> Bool {
        onlyFirstFrame ? frames.first?.isComplete ?? false : ending == .proper
    }

    /// Whether a canvas that shows the first `count` images can have transparent pixels.
    func hasTransparency(first count: Int) -> Bool {
        let shown = frames.prefix(count)
        guard let first = shown.first, covers(first) else { return true }
        if shown.contains(where: { $0.control.transparentIndex != nil }) { return true }
        // What was before the first image is the empty canvas.
        let empties =
            first.control.disposal == .previous || shown.contains { $0.control.disposal == .clear }
        return empties && !shown.allSatisfy(covers)
    }

    private func covers(_ frame: GIFFrame) -> Bool {
        frame.left == 0 && frame.top == 0 && frame.width == width && frame.height == height
    }
}
