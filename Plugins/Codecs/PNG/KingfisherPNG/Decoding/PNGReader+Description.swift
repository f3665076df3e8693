internal import CKingfisherPNG
internal import Foundation
internal import KingfisherCore

extension PNGReader {
    /// Pixels in a stored row.
    var width: Int { Int(header.width) }

    /// Stored rows.
    var height: Int { Int(header.height) }

    /// Frames of an animation.
    var frameCount: Int { Int(header.frames) }

    /// The exact format: PNG, or APNG where the file is animated.
    var format: ImageFormat { header.is_animated ? .apng : .png }

    /// Whether the file is an animation with nothing missing.
    var hasWholeAnimation: Bool { header.is_animated && header.is_complete }

    /// What `inspect` tells.
    /// - Parameter data: The bytes the reader reads.
    /// - Throws: `PluginError` with `.truncated` or `.corrupt` where the image data is missing: what stands in
    ///   front of it, such as transparency, may be missing as well.
    func info(of data: Data) throws(PluginError) -> ImageInfo {
        guard header.has_image_data else {
            throw PluginError(
                header.is_complete ? .corrupt : .truncated, pluginID: PNGPlugin.pluginID,
                message: header.is_complete
                    ? "The PNG is damaged: it has no image data. Save it again."
                    : "The PNG is incomplete: the data ends before the pixels. Fetch or save it again.")
        }
        let orientation = orientation
        var info = ImageInfo(
            format: format, width: orientation.swapsAxes ? height : width,
            height: orientation.swapsAxes ? width : height, orientation: orientation,
            hasAlpha: header.has_alpha || header.animation_needs_alpha, bitDepth: Int(header.bit_depth),
            colorModel: colorModel,
            iccProfile: try iccProfile())
        info.colorCodePoints = colorCodePoints
        // Either may stand behind the pixels.
        info.hasEXIF = exif != nil ? true : header.is_complete ? false : nil
        info.hasXMP = header.has_xmp ? true : header.is_complete ? false : nil
        if header.is_animated, header.frames > 1 {
            info.frameCount = Int(header.frames)
            info.loopCount = Int(header.plays)
            info.duration = APNGFrames(of: data).reduce(.zero) { $0 + $1.duration }
        }
        return info
    }

    /// What an image decoded from the file carries along.
    func metadata(
        turnedFrom orientation: ImageOrientation, options: DecodingOptions
    ) throws(PluginError) -> ImageMetadata {
        ImageMetadata(
            format: format, iccProfile: try iccProfile(), colorCodePoints: colorCodePoints,
            density: orientation.swapsAxes ? density?.transposed : density,
            exif: options.keepsMetadata ? exif.flatMap(EXIFBlock.uprighted) : nil,
            xmp: options.keepsMetadata ? xmp : nil)
    }

    private var colorCodePoints: ColorCodePoints? {
        guard header.has_code_points else { return nil }
        let (primaries, transfer, matrix, range) = header.code_points
        return ColorCodePoints(
            primaries: Int(primaries), transfer: Int(transfer), matrix: Int(matrix), isFullRange: range != 0)
    }

    private var density: PixelDensity? {
        guard header.density_is_per_metre, header.density_x > 0, header.density_y > 0 else { return nil }
        return PixelDensity(horizontal: Double(header.density_x), vertical: Double(header.density_y))
    }

    private var colorModel: ImageInfo.ColorModel {
        switch kf_png_color(UInt32(header.color_type)) {
        case KF_PNG_GRAY, KF_PNG_GRAY_ALPHA: .gray
        case KF_PNG_PALETTE: .indexed
        default: .rgb
        }
    }
}
