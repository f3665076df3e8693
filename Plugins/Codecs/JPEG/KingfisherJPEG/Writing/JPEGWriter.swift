internal import CKingfisherJPEG
internal import Foundation
internal import KingfisherCore

/// Owns one writer of the C library; freed on every path.
struct JPEGWriter: ~Copyable {
    private let handle: OpaquePointer

    private init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        kf_jpeg_writer_free(handle)
    }

    static func open() throws(PluginError) -> JPEGWriter {
        guard let handle = kf_jpeg_writer_open() else { throw CodecFailure.jpeg.outOfMemory }
        return JPEGWriter(handle: handle)
    }

    /// What is written.
    struct Form {
        let width: Int
        let height: Int
        let hasColor: Bool
        let density: JPEGDensity?
    }

    /// How it is coded.
    struct Coding {
        let quality: Int
        let subsampling: JPEGEncoder.Subsampling
        let isProgressive: Bool
        let optimizesHuffman: Bool
    }

    mutating func start(_ form: Form, coding: Coding) throws {
        var options = kf_jpeg_write_options()
        options.width = UInt32(form.width)
        options.height = UInt32(form.height)
        options.pixels = form.hasColor ? KF_JPEG_RGB : KF_JPEG_GRAY
        options.quality = Int32(coding.quality)
        options.subsampling = coding.subsampling.libraryValue
        options.progressive = coding.isProgressive
        options.optimizes_huffman = coding.optimizesHuffman
        options.density_unit = form.density?.unit.rawValue ?? 0
        options.density_x = form.density?.horizontal ?? 1
        options.density_y = form.density?.vertical ?? 1
        options.should_stop = { _ in WorkCancellation.isCancelled }
        try check(kf_jpeg_writer_start(handle, &options))
    }

    /// Writes what of the metadata the options want and the pixels fit; before the first row.
    mutating func write(
        _ metadata: ImageMetadata, channels: PixelLayout.Channels, options: EncodingOptions
    ) throws {
        if options.embedsMetadata {
            if let exif = metadata.exif.flatMap(EXIFBlock.uprighted) {
                try write(segments: exif, by: kf_jpeg_writer_write_exif)
            }
            if let xmp = metadata.xmp { try write(segments: xmp, by: kf_jpeg_writer_write_xmp) }
        }
        if options.embedsProfile, let profile = metadata.iccProfile,
            profile.describes(colorChannels: channels.count)
        {
            try write(segments: profile.data, by: kf_jpeg_writer_write_icc)
        }
    }

    private func write(
        segments data: Data, by function: (OpaquePointer?, UnsafePointer<UInt8>?, Int) -> kf_jpeg_status
    ) throws {
        let status = data.withUnsafeBytes { bytes in
            function(handle, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
        }
        try check(status)
    }

    /// Writes the next rows, which follow each other without padding.
    mutating func write(rows: RawSpan, count: Int) throws {
        let status = rows.withUnsafeBytes { bytes in
            kf_jpeg_writer_write_rows(
                handle, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count / count,
                UInt32(count))
        }
        try check(status)
    }

    mutating func finish() throws -> Data {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        try check(kf_jpeg_writer_finish(handle, &bytes, &count))
        guard let bytes else { return Data() }
        return Data(
            bytesNoCopy: bytes, count: count,
            deallocator: .custom { memory, _ in
                kf_jpeg_bytes_free(memory.assumingMemoryBound(to: UInt8.self))
            })
    }

    private func check(_ status: kf_jpeg_status) throws {
        guard status != KF_JPEG_OK else { return }
        throw JPEGFailure.writing(status, message: String(cString: kf_jpeg_writer_message(handle)))
    }
}

extension JPEGEncoder.Subsampling {
    fileprivate var libraryValue: kf_jpeg_subsampling {
        switch self {
        case .s444: KF_JPEG_444
        case .s422: KF_JPEG_422
        case .automatic, .s420: KF_JPEG_420
        }
    }
}
