internal import Foundation
internal import KingfisherCore

/// The encoded bytes of a file, and what its blocks say.
struct GIFFile: Sendable {
    let data: Data
    let structure: GIFStructure

    /// Walks the blocks.
    /// - Parameter images: After how many images to stop; nil for all.
    /// - Throws: `PluginError` with `.limitExceeded` or `.corrupt`.
    init(_ data: Data, limits: DecodingLimits, images: Int? = nil) throws(PluginError) {
        try limits.check(encodedByteCount: data.count, pluginID: GIFPlugin.pluginID)
        var walker = GIFWalker(frameLimit: images ?? limits.frames)
        try walker.walk(data.bytes, images: images)
        self.data = data
        structure = walker.structure
    }

    /// The canvas with the first image on it; what is missing of it is transparent.
    /// - Throws: As `decode(_:into:channels:)`.
    func firstImage() throws -> DecodedImage {
        let frame = structure.frames[0]
        let canvas = CanvasPart(columns: 0..<structure.width, rows: 0..<structure.height)
        if frame.isComplete, !structure.hasTransparency(first: 1) {
            let image = try decode(frame, into: canvas, channels: .rgb)
            if image.state == .whole { return image }
        }
        return try decode(frame, into: canvas, channels: .rgba)
    }

    /// Decodes a part of the canvas as one image alone paints it.
    /// - Throws: `PluginError` with `.outOfMemory`, or `.corrupt` for codes of an impossible size; or
    ///   `CancellationError`.
    func decode(
        _ frame: GIFFrame, into part: CanvasPart, channels: PixelLayout.Channels
    ) throws -> DecodedImage {
        var canvas = try PixelCanvas(part.layout(channels))
        guard frame.width > 0, frame.height > 0 else {
            return DecodedImage(pixels: canvas.freeze(), state: frame.isComplete ? .whole : .cut)
        }
        let palette = GIFPalette(of: frame, in: structure, data.bytes)
        let painter = FramePainter(frame, palette, part)
        var indices = try IndexPlane(frame)
        let state = try data.withUnsafeBytes { bytes in
            var expander = LZWExpander(try LZWStream.open(frame, in: bytes))
            let pause = try indices.withPixels {
                try expander.expand(bytes, upTo: frame.data.upperBound, into: $0)
            }
            let isUnfinished = pause == .starved || pause == .damaged
            indices.withPixels {
                painter.paint($0, count: expander.count, onto: &canvas, fillsGaps: isUnfinished)
            }
            return DecodedImage.State(pause)
        }
        return DecodedImage(pixels: canvas.freeze(), state: state)
    }
}

/// What decoding one image of a file gave.
struct DecodedImage {
    enum State {
        case whole
        /// It ends properly, but before its last pixel; browsers take such an image as it is.
        case lacking
        /// Its bytes end early.
        case cut
        /// Its codes mean nothing from some pixel on.
        case damaged

        init(_ pause: LZWExpander.Pause) {
            self =
                switch pause {
                case .full: .whole
                case .ended: .lacking
                case .starved: .cut
                case .damaged: .damaged
                }
        }
    }

    let pixels: PixelBuffer
    let state: State

    /// Refuses an image of which a part is wrong.
    func checked() throws(PluginError) -> PixelBuffer {
        switch state {
        case .whole, .lacking: return pixels
        case .cut: throw CodecFailure.gif.truncated("the data ends within an image")
        case .damaged: throw CodecFailure.gif.corrupt("an image has a code without a meaning")
        }
    }
}
