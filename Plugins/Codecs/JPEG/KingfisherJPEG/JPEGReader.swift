internal import CKingfisherJPEG
internal import Foundation
internal import KingfisherCore

/// Owns one reader of the C library; freed on every path.
///
/// The bytes given to `open` have to stay in place for as long as the reader lives.
struct JPEGReader: ~Copyable {
    private let handle: OpaquePointer
    private let allowsPartial: Bool

    private init(handle: OpaquePointer, allowsPartial: Bool) {
        self.handle = handle
        self.allowsPartial = allowsPartial
    }

    deinit {
        kf_jpeg_reader_free(handle)
    }

    static func open(
        _ bytes: UnsafeRawBufferPointer, frame: JPEGHeader.Frame, options: DecodingOptions
    ) throws(PluginError) -> JPEGReader {
        var limits = kf_jpeg_read_limits(
            max_memory: JPEGScale.coefficientBytes(within: options.limits).map { $0 + rowMemory } ?? 0,
            max_scans: mostScans(of: frame), accepts_cut_input: options.allowsPartial,
            should_stop: { _ in WorkCancellation.isCancelled }, stop_context: nil)
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        guard let handle = kf_jpeg_reader_open(start, bytes.count, &limits) else {
            throw JPEGFailure.outOfMemory
        }
        return JPEGReader(handle: handle, allowsPartial: options.allowsPartial)
    }

    /// The most scans an image may have. Cameras and optimisers write up to twenty; a file made to cost time holds
    /// thousands that touch every pixel, so that large images are allowed fewer.
    private static func mostScans(of frame: JPEGHeader.Frame) -> Int32 {
        Int32(min(max((4 << 30) / max(frame.width * frame.height, 1), 100), 500))
    }

    /// More than the library's buffers for rows ever take; only whole-image coefficients go beyond.
    private static let rowMemory = 64 << 20

    func readHeader() throws -> kf_jpeg_header {
        var header = kf_jpeg_header()
        try check(kf_jpeg_reader_read_header(handle, &header))
        return header
    }

    /// Begins the decode and makes the canvas for its rows.
    func start(_ scale: JPEGScale, channels: PixelLayout.Channels) throws -> PixelCanvas {
        var width: UInt32 = 0
        var height: UInt32 = 0
        let pixels = channels == .gray ? KF_JPEG_GRAY : KF_JPEG_RGB
        try check(kf_jpeg_reader_start(handle, Int32(scale.eighths), pixels, &width, &height))
        return try PixelCanvas(
            PixelLayout(width: Int(width), height: Int(height), channels: channels))
    }

    func readRows(into canvas: inout PixelCanvas) throws {
        let layout = canvas.layout
        let status = canvas.withMutableBytes { span in
            span.withUnsafeMutableBytes { bytes in
                kf_jpeg_reader_read_rows(
                    handle, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, layout.bytesPerRow,
                    UInt32(layout.height))
            }
        }
        try check(status)
    }

    /// Reads to the end of the image.
    /// - Returns: Whether the file goes that far; false only where the options allow a partial image.
    func finish() throws -> Bool {
        let status = kf_jpeg_reader_finish(handle)
        if status == KF_JPEG_TRUNCATED, allowsPartial { return false }
        try check(status)
        return true
    }

    private func check(_ status: kf_jpeg_status) throws {
        guard status != KF_JPEG_OK else { return }
        throw JPEGFailure.reading(status, message: String(cString: kf_jpeg_reader_message(handle)))
    }
}
