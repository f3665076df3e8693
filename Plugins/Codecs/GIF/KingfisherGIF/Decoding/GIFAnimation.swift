internal import KingfisherCore

/// The animation of a file, decoded image by image as it is shown; between two images only encoded bytes and the
/// compositor's canvas are held.
enum GIFAnimation {
    /// - Parameter count: How many images to show, all of them whole.
    /// - Throws: `PluginError` with `.limitExceeded` where an image is larger than a canvas may be.
    static func make(
        _ file: GIFFile, count: Int, limits: DecodingLimits
    ) throws(PluginError) -> FrameCompositor {
        let structure = file.structure
        let canvas = CanvasPart(columns: 0..<structure.width, rows: 0..<structure.height)
        let channels: PixelLayout.Channels = structure.hasTransparency(first: count) ? .rgba : .rgb
        var frames: [AnimationFrame] = []
        for frame in structure.frames.prefix(count) {
            if frame.width > 0, frame.height > 0 {
                try limits.check(width: frame.width, height: frame.height, pluginID: GIFPlugin.pluginID)
            }
            frames.append(animationFrame(frame, on: canvas))
        }
        return FrameCompositor(
            layout: try canvas.layout(channels), frames: frames, loopCount: structure.loopCount,
            encodedByteCount: file.data.count, blend: blend
        ) { index in
            let frame = structure.frames[index]
            return try file.decode(frame, into: part(frame, of: canvas), channels: channels).checked()
        }
    }

    /// What is seen of a frame; a pixel beyond the canvas where nothing is.
    private static func part(_ frame: GIFFrame, of canvas: CanvasPart) -> CanvasPart {
        let visible = frame.area.clamped(to: canvas)
        guard visible.isEmpty else { return visible }
        let (right, bottom) = (canvas.columns.upperBound, canvas.rows.upperBound)
        return CanvasPart(columns: right..<right + 1, rows: bottom..<bottom + 1)
    }

    private static func animationFrame(_ frame: GIFFrame, on canvas: CanvasPart) -> AnimationFrame {
        let part = part(frame, of: canvas)
        return AnimationFrame(
            x: part.columns.lowerBound, y: part.rows.lowerBound, width: part.columns.count,
            height: part.rows.count, duration: frame.control.duration, disposal: frame.control.disposal,
            blending: frame.control.transparentIndex == nil ? .replace : .over)
    }

    /// A pixel is opaque or not there at all.
    private static let blend = FrameBlend(eight: { source, target, _ in
        source.withUnsafeBytes { source in
            target.withUnsafeMutableBytes { target in
                for offset in stride(from: 0, to: source.count, by: 4) {
                    let pixel = source.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    if pixel != 0 { target.storeBytes(of: pixel, toByteOffset: offset, as: UInt32.self) }
                }
            }
        }
    })
}
