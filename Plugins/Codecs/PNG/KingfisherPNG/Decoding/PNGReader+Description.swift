internal import CKingfisherPNG
internal import KingfisherCore

extension PNGReader {
    /// Pixels in a stored row.
    var width: Int { Int(header.width) }

    /// Stored rows.
    var height: Int { Int(header.height) }

    /// The exact format: PNG, or APNG where the file is animated.
    var format: ImageFormat { header.is_animated ? .apng : .png }

    /// What `inspect` tells.
    /// - Throws: `PluginError` with `.truncated` or `.corrupt` where the image data is missing: what stands in
    ///   front of it, such as transparency, may be missing as well.
    func info() throws(PluginError) -> ImageInfo {
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
            hasAlpha: header.has_alpha, bitDepth: Int(header.bit_depth), colorModel: colorModel,
            iccProfile: try iccProfile())
        if header.is_animated {
            info.frameCount = Int(header.frames)
            info.loopCount = Int(header.plays)
            info.duration = .microseconds(Int64(clamping: header.duration_microseconds))
        }
        return info
    }

    /// What an image decoded from the file carries along.
    func metadata(turnedFrom orientation: ImageOrientation) throws(PluginError) -> ImageMetadata {
        ImageMetadata(
            format: format, iccProfile: try iccProfile(),
            density: orientation.swapsAxes ? density?.transposed : density)
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
