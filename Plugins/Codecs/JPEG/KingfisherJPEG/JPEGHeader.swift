internal import Foundation
internal import KingfisherCore

/// What the markers before the first scan say, read without the C library.
///
/// Also reads the frames of kinds of JPEG that the library refuses (lossless, more than 8 bits), so that they can be
/// inspected. Like the library, it passes over stray bytes between segments.
///
/// Source: ITU-T T.81, annex B; JFIF 1.02; ICC.1:2022, annex B.4; EXIF 2.32, section 4.7.
struct JPEGHeader {
    let frame: Frame
    let orientation: ImageOrientation
    let iccProfile: ICCProfile?
    let density: PixelDensity?

    /// The frame header: size and kind of the image.
    struct Frame {
        let width: Int
        let height: Int
        let components: Int
        /// Bits of a sample.
        let precision: Int

        var pixels: Int { width * height }

        var colorModel: ImageInfo.ColorModel {
            switch components {
            case 1: .gray
            case 3: .rgb
            default: .cmyk
            }
        }
    }

    /// Reads the header.
    /// - Throws: `PluginError`: `.truncated` where the bytes end before the first scan, `.corrupt`,
    ///   `.unsupportedFeature`, or `.limitExceeded` where the file or a profile is longer than the limits allow.
    init(_ data: Data, limits: DecodingLimits) throws(PluginError) {
        try limits.check(encodedByteCount: data.count, pluginID: JPEGPlugin.id)
        let bytes = data.bytes
        var walker = try JPEGSegmentWalker(bytes)
        var frame: Frame?
        var exif: ImageOrientation?
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
                exif = ImageOrientation(exif: payload)
            case JPEGMarker.icc:
                try profile.add(payload, limits: limits)
            case let marker where JPEGMarker.isFrame(marker):
                guard frame == nil else { throw JPEGFailure.corrupt("it has two frame headers") }
                frame = try Self.frame(payload)
            default:
                break
            }
        }
        guard let frame else { throw JPEGFailure.corrupt("it has no frame header, so its size is unknown") }
        self.frame = frame
        orientation = exif ?? .up
        iccProfile = profile.assembled()
        self.density = density
    }

    /// What the decoded image keeps: of a profile only one that its pixels are still in.
    var metadata: ImageMetadata {
        let fitting = iccProfile.flatMap { profile in
            frame.components < 4 && profile.describes(colorChannels: frame.components) ? profile : nil
        }
        return ImageMetadata(
            format: .jpeg, iccProfile: fitting,
            density: orientation.swapsAxes ? density?.transposed : density)
    }

    private static func frame(_ payload: RawSpan) throws(PluginError) -> Frame {
        guard let precision = payload.byte(at: 0), let height = payload.uint16(at: 1, .bigEndian),
            let width = payload.uint16(at: 3, .bigEndian), let components = payload.byte(at: 5),
            payload.byteCount == 6 + 3 * Int(components)
        else { throw JPEGFailure.corrupt("its frame header has the wrong length") }
        guard width > 0, height > 0 else {
            throw JPEGFailure.corrupt("its header states a size of \(width)x\(height) pixels")
        }
        guard [1, 3, 4].contains(components) else {
            throw JPEGFailure.unsupported("it has \(components) colour components, not 1, 3 or 4")
        }
        return Frame(
            width: Int(width), height: Int(height), components: Int(components), precision: Int(precision))
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
