/// A processor that can reuse the memory of the image it is given.
///
/// In a chain the image that one processor has made is handed to the next one for good, which then writes into the same
/// pixels. Implement this form with `Image.changingPixels`; the form with an item decodes and calls it.
public protocol InPlaceImageProcessor: ImageProcessor {
    /// Makes the image of one that nobody else may need any more.
    /// - Returns: The image, or nil where the processor cannot make one and has no error to throw.
    func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image?
}

extension InPlaceImageProcessor {
    /// Decodes bytes, and makes the image.
    ///
    /// The result has the load's scale.
    public func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        var image = try item.image(options: options)
        image.scale = options.scaleFactor
        return try process(consume image, options: options)
    }
}

extension ImageProcessor {
    /// Makes the image of one that is handed over, in its memory where the processor can.
    func process(
        handedOver image: consuming Image, options: KingfisherParsedOptionsInfo
    ) throws -> Image? {
        if let processor = self as? any InPlaceImageProcessor {
            return try processor.process(consume image, options: options)
        }
        return try process(item: .image(image), options: options)
    }
}

extension Image {
    /// The image with changed pixels; the animation, which showed the old ones, is dropped.
    ///
    /// - Parameter change: Gets the pixels as their last owner, if nobody else holds this image: `thaw()` then makes a
    ///   canvas of the same memory.
    /// - Throws: What `change` throws.
    public consuming func changingPixels(
        _ change: (consuming PixelBuffer) throws -> PixelBuffer
    ) rethrows -> Image {
        let (scale, metadata, isPartial) = (scale, metadata, isPartial)
        let taken = pixels
        // Ends the image's own hold on the pixels, which would make them shared.
        _ = consume self
        return Image(
            pixels: try change(consume taken), scale: scale, metadata: metadata, isPartial: isPartial)
    }
}
