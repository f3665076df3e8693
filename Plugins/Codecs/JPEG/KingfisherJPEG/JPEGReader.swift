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
            max_memory: coefficientBytes(within: options.limits).map { $0 + rowMemory } ?? 0,
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
        Int32(min(max((4 << 30) / max(frame.pixels, 1), 100), 500))
    }

    /// What the coefficients of an image of several scans may take: as much as those of an image at the limit with
    /// four full-size components; nil where that is more than can be counted.
    private static func coefficientBytes(within limits: DecodingLimits) -> Int? {
        let (bytes, overflow) = limits.pixels.multipliedReportingOverflow(by: 8)
        return overflow || bytes > .max - rowMemory ? nil : bytes
    }

    /// More than the library's buffers for rows, and the incomplete blocks at the edges, ever take.
    private static let rowMemory = 64 << 20

    /// Reads up to the first scan.
    /// - Throws: `PluginError`: `.limitExceeded` where the whole image's coefficients, which the library holds at
    ///   whatever size it decodes, go beyond what the limits allow.
    func readHeader(expecting frame: JPEGHeader.Frame, limits: DecodingLimits) throws {
        var header = kf_jpeg_header()
        try check(kf_jpeg_reader_read_header(handle, &header))
        guard (Int(header.width), Int(header.height)) == (frame.width, frame.height) else {
            throw JPEGFailure.corrupt("its size can be read in two ways")
        }
        guard header.buffers_coefficients, frame.pixels > limits.pixels,
            let most = Self.coefficientBytes(within: limits), header.coefficient_bytes > most
        else { return }
        throw PluginError(
            .limitExceeded, pluginID: JPEGPlugin.id,
            message: "The progressive JPEG of \(frame.width)x\(frame.height) pixels takes "
                + "\(header.coefficient_bytes) bytes to decode at any size; the limit is \(most), eight for each of "
                + "\(limits.pixels) pixels. Raise DecodingLimits.pixels or convert it to baseline JPEG.")
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
