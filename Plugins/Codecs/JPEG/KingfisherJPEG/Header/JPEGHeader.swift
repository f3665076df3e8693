internal import Foundation
internal import KingfisherCore

/// What the markers before the first scan say, read without the C library.
///
/// Also reads the frames of kinds of JPEG that the library refuses (lossless, more than 8 bits), so that they can be
/// inspected. Like the library, it passes over stray bytes between segments. Of metadata the first EXIF block and the
/// first XMP packet count; what extended XMP puts into further segments is passed over, since its main packet stands
/// for itself.
///
/// Source: ITU-T T.81, annex B; JFIF 1.02; ICC.1:2022, annex B.4; EXIF 2.32, section 4.7; XMP part 3, section 1.1.3.
struct JPEGHeader {
    let frame: Frame
    let orientation: ImageOrientation
    let iccProfile: ICCProfile?
    let density: PixelDensity?

    /// The EXIF block and the XMP packet, where they are to be kept.
    private(set) var exif: Data?
    private(set) var xmp: Data?

    /// Reads the header.
    /// - Throws: `PluginError`: `.truncated` where the bytes end before the first scan, `.corrupt`,
    ///   `.unsupportedFeature`, or `.limitExceeded` where the file or a profile is longer than the limits allow.
    init(_ data: Data, limits: DecodingLimits, keepsMetadata: Bool = false) throws(PluginError) {
        try limits.check(encodedByteCount: data.count, pluginID: JPEGPlugin.id)
        let bytes = data.bytes
        var walker = try JPEGSegmentWalker(bytes)
        var frame: Frame?
        var orientation: ImageOrientation?
        var hasEXIF = false
        var density: PixelDensity?
        var profile = JPEGProfileAssembler()

        while let segment = try walker.next(in: bytes) {
            let payload = bytes.extracting(segment.payload)
            switch segment.marker {
            case JPEGMarker.jfif where density == nil:
                density = Self.density(payload)
            case JPEGMarker.exif where !hasEXIF && payload.holds(ascii: "Exif", at: 0):
                hasEXIF = true
                orientation = ImageOrientation(exif: payload)
                if keepsMetadata { exif = EXIFBlock.uprighted(payload.withUnsafeBytes { Data($0) }) }
            case JPEGMarker.exif
            where keepsMetadata && xmp == nil && payload.holds(ascii: Self.xmpPrefix, at: 0):
                xmp = payload.extracting((Self.xmpPrefix.utf8CodeUnitCount + 1)...).withUnsafeBytes {
                    Data($0)
                }
            case JPEGMarker.icc:
                try profile.add(payload, limits: limits)
            case let marker where JPEGMarker.isFrame(marker):
                guard frame == nil else { throw JPEGFailure.corrupt("it has two frame headers") }
                frame = try Frame(marker: marker, payload)
            case JPEGMarker.losslessFrame:
                throw JPEGFailure.unsupported("it is JPEG-LS, another format with the same start")
            default:
                break
            }
        }
        guard let frame else { throw JPEGFailure.corrupt("it has no frame header, so its size is unknown") }
        self.frame = frame
        self.orientation = orientation ?? .up
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

    /// What an XMP segment begins with, before a zero.
    private static let xmpPrefix: StaticString = "http://ns.adobe.com/xap/1.0/"

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

extension ImageOrientation {
    /// A stored size as it is upright, or the other way round.
    func upright(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        swapsAxes ? (height, width) : (width, height)
    }
}
