public import Foundation
public import KingfisherCore

/// Decodes JPEG: baseline and progressive, Huffman and arithmetic coding, gray, RGB, YCbCr, CMYK and YCCK.
///
/// Pixels come out 8-bit, gray or RGB, upright, and at full size as from `djpeg -dct int`. With a target size the
/// transform itself yields 1/8 to 7/8 of the size, which costs less time and memory the smaller it is. CMYK is
/// converted to RGB by its profile where the options have a colour converter, and else taking each ink as a filter.
/// Samples of more than 8 bits, lossless and hierarchical JPEG can be inspected, but not decoded.
///
/// A file that ends too early is refused, or flagged as partial where the options allow that. A few places with
/// damaged data are shown as they come, as every decoder does; more than sixteen are refused.
///
/// Limits: `DecodingLimits.pixels` counts pixels as decoded, after shrinking, so that an image of several times as many
/// can be had small; then its data have to be without gaps, and its full size is at most 16 times the limit.
/// Progressive images need memory for all of their coefficients at whatever size they are decoded, two bytes for each
/// sample, and are refused where that is more than eight bytes for each pixel of the limit.
public struct JPEGDecoder: ImageDecoder {
    /// JPEG alone.
    public let formats: [ImageFormat] = [.jpeg]

    /// Makes a decoder.
    public init() {}

    /// Tells what the markers before the first scan say; no pixels are decoded.
    /// - Throws: `PluginError`.
    public func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        let header = try JPEGHeader(data, limits: limits)
        let (width, height) = header.orientation.upright(header.frame.width, header.frame.height)
        var info = ImageInfo(
            format: .jpeg, width: width, height: height, orientation: header.orientation, hasAlpha: false,
            bitDepth: header.frame.precision, colorModel: header.frame.colorModel,
            iccProfile: header.iccProfile)
        info.hasEXIF = header.hasEXIF
        info.hasXMP = header.hasXMP
        return info
    }

    /// Decodes to upright pixels, as small as the target allows.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        let header = try JPEGHeader(data, limits: options.limits, keepsMetadata: options.keepsMetadata)
        let plan = try JPEGPlan(for: header, options: options)
        return try data.withUnsafeBytes { bytes in
            let reader = try JPEGReader.open(bytes, options: options)
            guard let structure = try reader.readHeader() else { throw JPEGFailure.cutInHeader }
            try plan.check(structure, limits: options.limits)
            let rows = JPEGRows(plan.layout, inks: try plan.inks(of: header, options: options))
            try reader.start(plan, rows.kind)
            var canvas = try PixelCanvas(plan.layout)
            let isComplete = try rows.readImage(reader, into: &canvas, allowsPartial: options.allowsPartial)
            return try header.image(of: canvas.freeze(), options: options, isPartial: !isComplete)
        }
    }

    /// A decoder that shows baseline images row by row and images of several scans scan by scan.
    ///
    /// Of a baseline image, rows that are not there yet are gray; partial images are given as it grows by a sixteenth of
    /// its height. Of a progressive one each is made of what is there of all scans, blocks smoothed where they are
    /// still coarse, at most five of them and each with half as many bytes again as the one before. An image in
    /// arithmetic coding is not shown before its end.
    ///
    /// Holds the bytes so far and the pixels, or the coefficients, of the image.
    public func incrementalDecoder(options: DecodingOptions) -> (any IncrementalImageDecoder)? {
        JPEGIncrementalDecoder(options: options)
    }
}
