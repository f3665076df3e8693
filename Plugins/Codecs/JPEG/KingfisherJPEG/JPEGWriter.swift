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
        guard let handle = kf_jpeg_writer_open() else { throw JPEGFailure.outOfMemory }
        return JPEGWriter(handle: handle)
    }

    mutating func start(
        layout: PixelLayout, quality: Int, subsampling: JPEGEncoder.Subsampling, isProgressive: Bool,
        density: JPEGDensity?
    ) throws {
        var options = kf_jpeg_write_options()
        options.width = UInt32(layout.width)
        options.height = UInt32(layout.height)
        options.pixels = layout.channels == .gray ? KF_JPEG_GRAY : KF_JPEG_RGB
        options.quality = Int32(quality)
        options.subsampling = subsampling.libraryValue
        options.progressive = isProgressive
        options.density_unit = density?.unit.rawValue ?? 0
        options.density_x = density?.horizontal ?? 1
        options.density_y = density?.vertical ?? 1
        options.should_stop = { _ in WorkCancellation.isCancelled }
        try check(kf_jpeg_writer_start(handle, &options))
    }

    /// Writes a profile; before the first row.
    mutating func write(_ profile: ICCProfile) throws {
        let status = profile.data.withUnsafeBytes { bytes in
            kf_jpeg_writer_write_icc(
                handle, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
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
        case .full: KF_JPEG_444
        case .halfWidth: KF_JPEG_422
        case .half: KF_JPEG_420
        }
    }
}
