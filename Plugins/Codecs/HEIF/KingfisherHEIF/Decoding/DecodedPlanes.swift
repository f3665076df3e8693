internal import CHEIF
internal import CKingfisherHEIF
internal import Foundation
internal import KingfisherCore

/// Owns the planes that libheif decoded.
struct DecodedPlanes: ~Copyable {
    private let image: OpaquePointer

    private init(image: OpaquePointer) {
        self.image = image
    }

    deinit {
        heif_image_release(image)
    }

    /// Decodes a file of one image, in the colours and depth it is coded in.
    static func decoding(_ file: StandaloneFile) throws(PluginError) -> DecodedPlanes {
        let bytes = file.encoded()
        return try bytes.withUnsafeBytes { bytes throws(PluginError) in
            guard let context = heif_context_alloc() else { throw HEIFFailure.outOfMemory }
            defer { heif_context_free(context) }
            heif_context_set_max_decoding_threads(context, 0)
            try HEIFFailure.checkReading(
                heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
            var handle: OpaquePointer?
            try HEIFFailure.checkReading(heif_context_get_primary_image_handle(context, &handle))
            defer { heif_image_handle_release(handle) }
            guard let options = heif_decoding_options_alloc() else { throw HEIFFailure.outOfMemory }
            defer { heif_decoding_options_free(options) }
            options.pointee.ignore_transformations = 1
            var image: OpaquePointer?
            try HEIFFailure.checkReading(
                heif_decode_image(
                    handle, &image, heif_colorspace_undefined, heif_chroma_undefined, options))
            guard let image else { throw HEIFFailure.corrupt("libheif gave no image and no error") }
            return DecodedPlanes(image: image)
        }
    }

    var isMonochrome: Bool { heif_image_get_colorspace(image) == heif_colorspace_monochrome }
    var isRGB: Bool { heif_image_get_colorspace(image) == heif_colorspace_RGB }
    var width: Int { Int(heif_image_get_primary_width(image)) }
    var height: Int { Int(heif_image_get_primary_height(image)) }

    /// Bits of a sample of brightness.
    var bitDepth: Int {
        Int(heif_image_get_bits_per_pixel_range(image, isRGB ? heif_channel_G : heif_channel_Y))
    }

    /// What the coded data says about its colours.
    var codePoints: ItemProperty.CodePoints? {
        var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif_image_get_nclx_color_profile(image, &profile).code == heif_error_Ok, let profile else {
            return nil
        }
        defer { heif_nclx_color_profile_free(profile) }
        return ItemProperty.CodePoints(
            primaries: UInt16(truncatingIfNeeded: profile.pointee.color_primaries.rawValue),
            transfer: UInt16(truncatingIfNeeded: profile.pointee.transfer_characteristics.rawValue),
            matrix: UInt16(truncatingIfNeeded: profile.pointee.matrix_coefficients.rawValue),
            isFullRange: profile.pointee.full_range_flag != 0)
    }

    /// Lends the plane of brightness.
    func withLuma<Result>(_ body: (kf_heif_plane) throws -> Result) throws -> Result {
        try body(plane(isRGB ? heif_channel_G : heif_channel_Y))
    }

    /// Lends three planes: brightness and two of colour; or green, blue and red, which is the same order.
    func withColor<Result>(_ body: ([kf_heif_plane]) throws -> Result) throws -> Result {
        let channels =
            isRGB
            ? [heif_channel_G, heif_channel_B, heif_channel_R]
            : isMonochrome
                ? [heif_channel_Y, heif_channel_Y, heif_channel_Y]
                : [heif_channel_Y, heif_channel_Cb, heif_channel_Cr]
        var planes: [kf_heif_plane] = []
        for channel in channels { planes.append(try plane(channel)) }
        return try body(planes)
    }

    private func plane(_ channel: heif_channel) throws(PluginError) -> kf_heif_plane {
        var bytesPerRow: Int32 = 0
        let (columns, rows) = (
            Int(heif_image_get_width(image, channel)), Int(heif_image_get_height(image, channel))
        )
        let bits = Int(heif_image_get_bits_per_pixel_range(image, channel))
        guard let samples = heif_image_get_plane_readonly(image, channel, &bytesPerRow), bits == bitDepth,
            (8...16).contains(bits)
        else { throw HEIFFailure.unsupported("its planes are missing or differ in depth") }
        let halves = (columns: columns == (width + 1) / 2, rows: rows == (height + 1) / 2)
        guard columns == width || halves.columns, rows == height || halves.rows,
            Int(bytesPerRow) >= columns * (bits > 8 ? 2 : 1)
        else { throw HEIFFailure.corrupt("its planes differ in size") }
        return kf_heif_plane(
            samples: samples, bytes_per_row: Int(bytesPerRow), is_wide: bits > 8,
            shift_x: columns == width ? 0 : 1, shift_y: rows == height ? 0 : 1)
    }
}
