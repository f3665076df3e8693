import KingfisherCore

/// An animation of frames in a list.
struct ListedFrames: FrameSource {
    let frames: [PixelBuffer]
    let durations: [Duration]

    var frameCount: Int { frames.count }
    var loopCount: Int { 0 }
    var residentByteCount: Int { 0 }

    func duration(at index: Int) -> Duration { durations[index] }
    func frame(at index: Int) throws -> PixelBuffer { frames[index] }
}
