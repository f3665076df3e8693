internal import KingfisherCore

/// An animation whose stored frames do not stand upright.
struct UprightFrames: FrameSource {
    private let frames: any FrameSource
    private let orientation: ImageOrientation

    init(_ frames: any FrameSource, orientation: ImageOrientation) {
        self.frames = frames
        self.orientation = orientation
    }

    var frameCount: Int { frames.frameCount }
    var loopCount: Int { frames.loopCount }
    var residentByteCount: Int { frames.residentByteCount }

    func duration(at index: Int) -> Duration { frames.duration(at: index) }

    func frame(at index: Int) throws -> PixelBuffer {
        try frames.frame(at: index).upright(from: orientation)
    }
}
