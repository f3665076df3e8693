internal import Foundation
internal import KingfisherCore

/// Writes an animation.
///
/// Where all frames together have few colours, one palette serves them, exactly; else each frame has that of what
/// changes in it. What does not change stays as it was drawn, so that dithered parts stand still.
struct AnimationEncoding {
    private let frames: any FrameSource
    private let layout: PixelLayout
    private let settings: EncodingSettings
    /// Leaves a colour for pixels that do not change.
    private let quantizer: Quantizer

    /// - Parameter layout: That of all frames.
    init(_ frames: any FrameSource, _ layout: PixelLayout, _ settings: EncodingSettings) {
        self.frames = frames
        self.layout = layout
        self.settings = settings
        quantizer = settings.quantizer(transparency: true)
    }

    /// - Throws: `PluginError`, or `CancellationError`.
    func encode() throws -> Data {
        let common = try commonPalette()
        var steps = try FrameSteps(frames)
        guard let first = try steps.next() else {
            throw CodecFailure.gif.encoding("its animation has no frames")
        }
        var delays = DelayRounder()
        var image = try frame(first.difference, common)
        let global = common ?? ExactPalette(of: image.colors ?? [])
        image.colors = nil
        image.delay = delays.delay(for: first.duration)
        if layout.channels.hasAlpha { image.transparent = UInt8(global.colors.count) }
        var writer = try GIFWriter(
            width: layout.width, height: layout.height, colors: global.colors + [0])
        try writer.write(loopCount: frames.loopCount)
        try writer.write(settings)
        try writer.write(image)
        while let step = try steps.next() {
            var image = try frame(step.difference, global)
            image.delay = delays.delay(for: step.duration)
            try writer.write(image)
        }
        return try writer.finish()
    }

    /// The colours of all frames; nil where they are too many.
    private func commonPalette() throws -> ExactPalette? {
        var palette = ExactPalette(limit: quantizer.colorCount)
        for index in 0..<frames.frameCount {
            try WorkCancellation.check()
            guard palette.take(try Pixels(frames.frame(at: index)).values) else { return nil }
        }
        return palette
    }

    /// The changes in colours of the palette where it has them, else in colours of their own.
    private func frame(_ difference: FrameDifference, _ palette: ExactPalette?) throws -> GIFWriter.Frame {
        let (part, changes) = (difference.part, difference.changes)
        let hasGaps = changes.values.contains(0)
        var frame = GIFWriter.Frame(
            left: part.columns.lowerBound, top: part.rows.lowerBound, width: part.columns.count,
            height: part.rows.count, indices: [], isCleared: difference.isCleared)
        if let palette, palette.covers(changes.values) {
            let absent = UInt8(palette.colors.count)
            frame.indices = palette.indices(of: changes.values, absent: absent)
            frame.transparent = hasGaps ? absent : nil
        } else {
            let origin = (part.columns.lowerBound, part.rows.lowerBound)
            let result = try quantizer.quantize(changes, at: origin)
            frame.indices = result.indices
            frame.colors = result.colors + (hasGaps ? [0] : [])
            frame.transparent = hasGaps ? result.absent : nil
        }
        return frame
    }
}
