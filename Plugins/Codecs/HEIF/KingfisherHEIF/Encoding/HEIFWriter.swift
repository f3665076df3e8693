internal import CHEIF
internal import Foundation
internal import KingfisherCore

/// Owns a file of libheif's that is being written, with the one image in it.
struct HEIFWriter: ~Copyable {
    private let context: OpaquePointer
    private let handle: OpaquePointer

    private init(context: OpaquePointer, handle: OpaquePointer) {
        self.context = context
        self.handle = handle
    }

    deinit {
        heif_image_handle_release(handle)
        heif_context_free(context)
    }

    /// Encodes a picture.
    static func encoding(
        _ picture: borrowing HEIFPicture, _ settings: HEIFEncoderSettings
    ) throws(PluginError) -> HEIFWriter {
        guard let context = heif_context_alloc() else { throw CodecFailure.heif.outOfMemory }
        var handle: OpaquePointer?
        do throws(PluginError) {
            var encoder: OpaquePointer?
            try HEIFFailure.checkWriting(
                heif_context_get_encoder_for_format(context, settings.compression, &encoder))
            guard let encoder else { throw CodecFailure.heif.encoding("libheif has no encoder for it") }
            defer { heif_encoder_release(encoder) }
            try settings.apply(to: encoder)
            guard let options = heif_encoding_options_alloc() else { throw CodecFailure.heif.outOfMemory }
            defer { heif_encoding_options_free(options) }
            // Else HEIC would have no code points.
            options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
            try HEIFFailure.checkWriting(
                heif_context_encode_image(context, picture.image, encoder, options, &handle))
            guard let handle else { throw CodecFailure.heif.encoding("libheif gave no image and no error") }
            return HEIFWriter(context: context, handle: handle)
        } catch {
            heif_context_free(context)
            throw error
        }
    }

    /// Adds EXIF and XMP, where there are any.
    func add(_ metadata: ImageMetadata) throws {
        if let exif = metadata.exif, let length = Int32(exactly: exif.count) {
            try exif.withUnsafeBytes { bytes in
                try HEIFFailure.checkWriting(
                    heif_context_add_exif_metadata(context, handle, bytes.baseAddress, length))
            }
        }
        if let xmp = metadata.xmp, let length = Int32(exactly: xmp.count) {
            try xmp.withUnsafeBytes { bytes in
                try HEIFFailure.checkWriting(
                    heif_context_add_XMP_metadata(context, handle, bytes.baseAddress, length))
            }
        }
    }

    /// The bytes of the file.
    func finish() throws(PluginError) -> Data {
        var file = Data()
        let error = withUnsafeMutablePointer(to: &file) { file in
            var writer = heif_writer(writer_api_version: 1) { _, bytes, count, file in
                if let bytes, count > 0 {
                    file?.assumingMemoryBound(to: Data.self).pointee.append(
                        bytes.assumingMemoryBound(to: UInt8.self), count: count)
                }
                return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
            }
            return heif_context_write(context, &writer, file)
        }
        try HEIFFailure.checkWriting(error)
        return file
    }
}
