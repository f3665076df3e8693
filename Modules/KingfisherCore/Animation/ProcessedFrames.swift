/// An animation of which every frame goes through a processor as it is asked for.
struct ProcessedFrames: FrameSource {
    private let animation: Image
    private let frames: any FrameSource
    private let processor: any ImageProcessor
    private let options: KingfisherParsedOptionsInfo

    /// Nil for an image that is not animated.
    init?(_ animation: Image, processor: any ImageProcessor, options: KingfisherParsedOptionsInfo) {
        guard let frames = animation.frames else { return nil }
        self.frames = frames
        self.animation = animation
        self.processor = processor
        self.options = options
    }

    var frameCount: Int { frames.frameCount }
    var loopCount: Int { frames.loopCount }
    var residentByteCount: Int { frames.residentByteCount }

    func duration(at index: Int) -> Duration { frames.duration(at: index) }

    func frame(at index: Int) throws -> PixelBuffer {
        let frame = animation.replacingPixels(try frames.frame(at: index))
        guard let image = try processor.process(item: .image(frame), options: options) else {
            throw PluginError(
                .encodingFailed, pluginID: "core",
                message: "The processor \(processor.identifier) makes no image of frame \(index).")
        }
        return image.pixels
    }
}
