public import KingfisherCore

/// An animation of frames in memory, for encoders.
public struct TestAnimation: FrameSource {
    private let frames: [PixelBuffer]
    private let durations: [Duration]
    /// How often the animation plays, 0 meaning for ever.
    public let loopCount: Int

    /// Makes an animation.
    /// - Precondition: There is a duration for every frame.
    public init(frames: [PixelBuffer], durations: [Duration], loopCount: Int) {
        precondition(frames.count == durations.count, "a duration for every frame")
        self.frames = frames
        self.durations = durations
        self.loopCount = loopCount
    }

    /// An animated image of a square that wanders over a backdrop, in durations that every format can state.
    /// - Throws: `PluginError` with `.outOfMemory`.
    public static func wanderingSquare(_ layout: PixelLayout, loopCount: Int = 3) throws -> Image {
        let durations: [Duration] = [.milliseconds(100), .milliseconds(50), .milliseconds(250), .seconds(1)]
        let frames = try durations.indices.map { try square(layout, at: $0) }
        let animation = TestAnimation(frames: frames, durations: durations, loopCount: loopCount)
        return Image(pixels: frames[0], frames: animation)
    }

    private static func square(_ layout: PixelLayout, at step: Int) throws -> PixelBuffer {
        var canvas = try PixelCanvas(layout)
        let side = max(layout.width / 4, 1)
        let (count, most) = (layout.channels.count, layout.depth == .eight ? 255 : 65535)
        func sample(_ index: Int) -> Int {
            let (pixel, channel) = index.quotientAndRemainder(dividingBy: count)
            let (y, x) = pixel.quotientAndRemainder(dividingBy: layout.width)
            let isInside = x / side == step % 4 && y / side == step % 2
            if layout.channels.hasAlpha, channel == count - 1 { return isInside || y > 0 ? most : 0 }
            // Colour without alpha is nothing a format has to keep.
            if layout.channels.hasAlpha, !isInside, y == 0 { return 0 }
            return isInside ? [most, 0, 0][channel] : [0, most / 5, most][channel]
        }
        switch layout.depth {
        case .eight:
            canvas.withMutableSamples8 { for index in 0..<$0.count { $0[index] = UInt8(sample(index)) } }
        case .sixteen:
            canvas.withMutableSamples16 { for index in 0..<$0.count { $0[index] = UInt16(sample(index)) } }
        }
        return canvas.freeze()
    }

    /// The number of frames.
    public var frameCount: Int { frames.count }
    /// The bytes of all frames.
    public var residentByteCount: Int { frames.reduce(0) { $0 + $1.layout.byteCount } }

    /// How long a frame is shown.
    public func duration(at index: Int) -> Duration { durations[index] }

    /// A frame.
    public func frame(at index: Int) throws -> PixelBuffer { frames[index] }
}
