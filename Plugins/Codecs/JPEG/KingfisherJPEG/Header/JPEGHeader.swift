internal import Foundation
internal import KingfisherCore

/// What the markers before the first scan say, read without the C library.
///
/// Also reads the frames of kinds of JPEG that the library refuses (lossless, more than 8 bits), so that they can be
/// inspected. Like the library, it passes over stray bytes between segments.
///
/// Source: ITU-T T.81, annex B; JFIF 1.02; ICC.1:2022, annex B.4.
struct JPEGHeader {
    let frame: Frame
    let orientation: ImageOrientation
    let iccProfile: ICCProfile?
    let density: PixelDensity?
    let hasEXIF: Bool
    let hasXMP: Bool

    /// The EXIF block and the XMP packet, where they are to be kept.
    let exif: Data?
    let xmp: Data?

    /// Reads the header.
    /// - Throws: `PluginError`: `.truncated` where the bytes end before the first scan, `.corrupt`,
    ///   `.unsupportedFeature`, or `.limitExceeded` where the file or a profile is longer than the limits allow.
    init(_ data: Data, limits: DecodingLimits, keepsMetadata: Bool = false) throws(PluginError) {
        try limits.check(encodedByteCount: data.count, pluginID: JPEGPlugin.id)
        let bytes = data.bytes
        var walker = try JPEGSegmentWalker(bytes)
        var frame: Frame?
        var metadata = JPEGMetadataCollector(isKept: keepsMetadata)
        var density: PixelDensity?
        var profile = JPEGProfileAssembler()

        while let segment = try walker.next(in: bytes) {
            let payload = bytes.extracting(segment.payload)
            switch segment.marker {
            case JPEGMarker.jfif where density == nil:
                density = Self.density(payload)
            case JPEGMarker.exif:
                try metadata.add(payload, limits: limits)
            case JPEGMarker.icc:
                try profile.add(payload, limits: limits)
            case let marker where JPEGMarker.isFrame(marker):
                guard frame == nil else { throw CodecFailure.jpeg.corrupt("it has two frame headers") }
                frame = try Frame(marker: marker, payload)
            case JPEGMarker.losslessFrame:
                throw CodecFailure.jpeg.unsupported("it is JPEG-LS, another format with the same start")
            default:
                break
            }
        }
        guard let frame else {
            throw CodecFailure.jpeg.corrupt("it has no frame header, so its size is unknown")
        }
        self.frame = frame
        orientation = metadata.orientation ?? .up
        hasEXIF = metadata.hasEXIF
        hasXMP = metadata.hasXMP
        exif = metadata.exif
        xmp = metadata.xmp
        iccProfile = profile.assembled()
        self.density = density
    }

    /// The decoded image, upright.
    func image(of pixels: PixelBuffer, options: DecodingOptions, isPartial: Bool) throws(PluginError) -> Image
    {
        Image(
            pixels: try pixels.upright(from: orientation), scale: options.scale, metadata: metadata,
            isPartial: isPartial)
    }

    /// What the decoded image keeps: of a profile only one that its pixels are still in.
    var metadata: ImageMetadata {
        let fitting = iccProfile.flatMap { profile in
            frame.components < 4 && profile.describes(colorChannels: frame.components) ? profile : nil
        }
        return ImageMetadata(
            format: .jpeg, iccProfile: fitting,
            density: orientation.swapsAxes ? density?.transposed : density, exif: exif, xmp: xmp)
    }

    private static func density(_ payload: RawSpan) -> PixelDensity? {
        guard payload.holds(ascii: "JFIF", at: 0), let unit = payload.byte(at: 7),
            let horizontal = payload.uint16(at: 8, .bigEndian),
            let vertical = payload.uint16(at: 10, .bigEndian),
            horizontal > 0, vertical > 0
        else { return nil }
        let perMetre: Double
        switch unit {
        case 1: perMetre = 1 / 0.0254
        case 2: perMetre = 100
        default: return nil
        }
        return PixelDensity(horizontal: Double(horizontal) * perMetre, vertical: Double(vertical) * perMetre)
    }
}
