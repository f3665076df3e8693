import KingfisherCore

/// Cuts out a part that a processor has decided on, of an image or of every frame of an animation.
struct PartProcessor: InPlaceImageProcessor {
    let part: PixelRect

    var identifier: String { "part(\(part.x),\(part.y),\(part.width),\(part.height))" }

    func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try (consume image).changingPixels { pixels in
            try pixels.cropped(x: part.x, y: part.y, width: part.width, height: part.height)
        }
    }
}
