import KingfisherCore

/// Makes a still image of one frame of an animation.
///
/// To be the first processor of a load with `onlyLoadFirstFrame`, which hands it the bytes.
struct FrameProcessor: ImageProcessor {
    /// Counted from 0.
    let index: Int

    var identifier: String { "kf.frame(\(index))" }

    /// - Throws: `PluginError` with `.noSuchFrame`, or what decoding throws.
    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        var whole = options
        whole.onlyLoadFirstFrame = false
        let image = try item.image(options: whole)
        let count = image.frames?.frameCount ?? 1
        guard index < count else {
            let reason =
                count == 1 ? "The image has one frame" : "The animation has the frames 0 to \(count - 1)"
            throw PluginError(
                .noSuchFrame, pluginID: "kf", message: "\(reason); there is no --frame \(index).")
        }
        guard let frames = image.frames else { return image }
        return image.replacingPixels(try frames.frame(at: index))
    }
}

extension PluginError.Code {
    /// An animation has fewer frames than that.
    static let noSuchFrame = Self(rawValue: "noSuchFrame")
}
