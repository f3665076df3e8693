internal import KingfisherCore

/// An animation whose frames are turned as they are asked for.
struct UprightFrames: FrameSource {
    let frames: any FrameSource
    let orientation: ImageOrientation

    var frameCount: Int { frames.frameCount }
    var loopCount: Int { frames.loopCount }
    var residentByteCount: Int { frames.residentByteCount }

    func duration(at index: Int) -> Duration { frames.duration(at: index) }

    func frame(at index: Int) throws -> PixelBuffer {
        try frames.frame(at: index).upright(from: orientation)
    }
}
