import KingfisherCore

/// Lays an image on an opaque colour.
struct BackgroundProcessor: ImageProcessor {
    let color: RGBColor

    var identifier: String { "kf.background(\(color.red),\(color.green),\(color.blue))" }

    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let image = try item.image(options: options)
        return image.replacingPixels(try image.pixels.flattened(on: color))
    }
}
