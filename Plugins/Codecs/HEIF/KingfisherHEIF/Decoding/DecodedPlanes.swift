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

    /// Decodes a file of one image to samples as they are coded, colour brought to the size of brightness.
    static func decoding(_ file: StandaloneFile) throws -> DecodedPlanes {
        let bytes = file.encoded()
        let image = try bytes.withUnsafeBytes { bytes in
            guard let context = heif_context_alloc() else { throw CodecFailure.heif.outOfMemory }
            defer { heif_context_free(context) }
            heif_context_set_max_decoding_threads(context, 0)
            try HEIFFailure.checkReading(
                heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
            var handle: OpaquePointer?
            try HEIFFailure.checkReading(heif_context_get_primary_image_handle(context, &handle))
            defer { heif_image_handle_release(handle) }
            guard let options = heif_decoding_options_alloc() else { throw CodecFailure.heif.outOfMemory }
            defer { heif_decoding_options_free(options) }
            options.pointee.ignore_transformations = 1
            var image: OpaquePointer?
            try HEIFFailure.checkReading(
                file.isMonochrome
                    ? heif_decode_image(
                        handle, &image, heif_colorspace_monochrome, heif_chroma_monochrome, options)
                    : heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_444, options))
            guard let image else { throw CodecFailure.heif.corrupt("libheif gave no image and no error") }
            return image
        }
        return DecodedPlanes(image: image)
    }

    var isMonochrome: Bool { heif_image_get_colorspace(image) == heif_colorspace_monochrome }
    var width: Int { Int(heif_image_get_primary_width(image)) }
    var height: Int { Int(heif_image_get_primary_height(image)) }

    /// Bits of a sample of brightness.
    var bitDepth: Int {
        Int(heif_image_get_bits_per_pixel_range(image, isMonochrome ? heif_channel_Y : heif_channel_G))
    }

    /// Lends the plane of brightness.
    func withLuma<Result>(_ body: (kf_heif_plane) throws -> Result) throws -> Result {
        try body(plane(isMonochrome ? heif_channel_Y : heif_channel_G))
    }

    /// Lends three planes: brightness, the difference of blue and that of red; or green, blue and red.
    func withColor<Result>(_ body: ([kf_heif_plane]) throws -> Result) throws -> Result {
        let channels =
            isMonochrome
            ? [heif_channel_Y, heif_channel_Y, heif_channel_Y]
            : [heif_channel_G, heif_channel_B, heif_channel_R]
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
        else { throw CodecFailure.heif.unsupported("its planes are missing or differ in depth") }
        guard columns == width, rows == height, Int(bytesPerRow) >= columns * (bits > 8 ? 2 : 1) else {
            throw CodecFailure.heif.corrupt("its planes differ in size")
        }
        return kf_heif_plane(
            samples: samples, bytes_per_row: Int(bytesPerRow), is_wide: bits > 8)
    }
}
