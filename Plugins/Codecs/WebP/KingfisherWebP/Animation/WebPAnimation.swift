internal import Foundation
internal import KingfisherCore

/// Makes the frames of a file into canvases as libwebp's own animation decoder does.
enum WebPAnimation {
    /// A source of frames that holds the encoded bytes.
    /// - Parameter frames: Whole ones, the first of the file first.
    static func compositor(
        of frames: [WebPFrames.Frame], in container: WebPContainer, _ data: Data
    ) throws(PluginError) -> FrameCompositor {
        let layout = try PixelLayout(
            width: container.width, height: container.height, channels: container.channels)
        return FrameCompositor(
            layout: layout, frames: steps(frames, on: layout), loopCount: container.frames.loopCount,
            encodedByteCount: data.count, blend: .libwebp
        ) { index in
            let image = frames[index].image
            let scale = try WebPScale(for: image, channels: layout.channels)
            return try WebPImageReader.read(image, of: data, as: scale).pixels
        }
    }

    /// What the compositor is told of the frames.
    ///
    /// On an empty canvas the library does not blend, and its arithmetic would not give the frame's own pixels there; so
    /// such a frame replaces.
    private static func steps(_ frames: [WebPFrames.Frame], on layout: PixelLayout) -> [AnimationFrame] {
        var isEmptyBefore = true
        return frames.map { frame in
            let (width, height) = (frame.image.width, frame.image.height)
            let isWhole = width == layout.width && height == layout.height
            let isBlended = frame.isBlended && frame.image.hasAlpha && !isEmptyBefore
            isEmptyBefore = frame.isCleared && (isEmptyBefore || isWhole)
            return AnimationFrame(
                x: frame.x, y: frame.y, width: width, height: height,
                duration: .milliseconds(frame.milliseconds), disposal: frame.isCleared ? .clear : .keep,
                blending: isBlended ? .over : .replace)
        }
    }
}
