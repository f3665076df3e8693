import Foundation
import KingfisherCore

/// What the resizing processors have in common: find the size, decode no more than it takes, resample.
struct ImageResizing {
    enum Goal {
        case box(CGSize, ContentMode)
        case width(CGFloat)
        case height(CGFloat)
    }

    /// The processor's name, for messages.
    let owner: String
    let goal: Goal
    /// Whether a side may become longer than it is.
    let upscales: Bool
    /// How pixels are mixed.
    let resampling: Resampling

    /// Makes the image.
    ///
    /// The size follows from the full size of the source, so that it is the same whether or not a codec decoded
    /// smaller.
    func image(of item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image {
        var image: Image
        let target: PixelSize
        switch item {
        case .image(let decoded):
            image = decoded
            target = try size(for: PixelSize(width: decoded.width, height: decoded.height), options)
        case .data(let data):
            let info = try options.codecs.inspect(data, limits: options.decodingLimits)
            target = try size(for: PixelSize(width: info.width, height: info.height), options)
            var decoding = options.decodingOptions
            decoding.onlyFirstFrame = true
            // What a codec leaves out while decoding, no filter sees.
            if !resampling.isExact {
                decoding.target = DecodingTarget(width: target.width, height: target.height, mode: .fill)
            }
            image = try options.codecs.decode(data, options: decoding)
        }
        image = image.replacingPixels(
            try image.pixels.resized(
                width: target.width, height: target.height, resampling: resampling))
        image.scale = options.scaleFactor
        return image
    }

    private func size(
        for source: PixelSize, _ options: KingfisherParsedOptionsInfo
    ) throws(PluginError) -> PixelSize {
        func pixels(_ points: CGFloat) throws(PluginError) -> Double {
            try SizeMaths.pixels(points, scale: options.scaleFactor, owner: owner)
        }
        let target =
            switch goal {
            case .box(let box, let mode):
                SizeMaths.fitted(
                    source, in: (try pixels(box.width), try pixels(box.height)), mode: mode,
                    upscales: upscales)
            case .width(let width):
                SizeMaths.fitted(source, width: try pixels(width), upscales: upscales)
            case .height(let height):
                SizeMaths.fitted(source, height: try pixels(height), upscales: upscales)
            }
        try check(target, options.decodingLimits)
        return target
    }

    /// Refuses a result larger than what may be decoded, before anything is allocated: covering a box with a very
    /// long image can ask for any size.
    private func check(_ target: PixelSize, _ limits: DecodingLimits) throws(PluginError) {
        let (pixels, overflow) = target.width.multipliedReportingOverflow(by: target.height)
        guard overflow || pixels > limits.pixels else { return }
        throw PluginError(
            .limitExceeded, pluginID: "processing",
            message: "\(owner) would make an image of \(target.width)x\(target.height) pixels; the limit is "
                + "\(limits.pixels). Ask for a smaller size or raise DecodingLimits.pixels.")
    }
}
