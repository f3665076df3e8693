internal import CKingfisherJPEG
internal import Foundation
internal import KingfisherCore

/// Owns one reader of the C library; freed on every path.
///
/// The bytes given to `open` have to stay in place for as long as the reader lives, those given to `feed` while the
/// reader is called. Whatever answers nil or false wants to be fed and called again.
struct JPEGReader: ~Copyable {
    private let handle: OpaquePointer

    private init(_ bytes: UnsafeRawBufferPointer?, options: DecodingOptions) throws(PluginError) {
        var limits = kf_jpeg_read_limits(
            max_memory: JPEGPlan.libraryMemory(within: options.limits),
            accepts_cut_input: options.allowsPartial, is_fed: bytes == nil,
            should_stop: { _ in WorkCancellation.isCancelled }, stop_context: nil)
        let start = bytes?.assumingMemoryBound(to: UInt8.self).baseAddress
        guard let handle = kf_jpeg_reader_open(start, bytes?.count ?? 0, &limits) else {
            throw CodecFailure.jpeg.outOfMemory
        }
        self.handle = handle
    }

    deinit {
        kf_jpeg_reader_free(handle)
    }

    /// Opens a whole file.
    static func open(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions
    ) throws(PluginError) -> JPEGReader {
        try JPEGReader(bytes, options: options)
    }

    /// Opens a file whose bytes will be fed.
    static func openFed(options: DecodingOptions) throws(PluginError) -> JPEGReader {
        try JPEGReader(nil, options: options)
    }

    // MARK: Header

    /// What of the header decides how to go on.
    struct Structure {
        let width: Int
        let height: Int
        /// Whether the library holds the whole image's coefficients.
        let hasSeveralScans: Bool
        let coefficientBytes: UInt64
        /// Whether CMYK values are stored inverted.
        let hasAdobeMarker: Bool
    }

    /// Reads up to the first scan.
    func readHeader() throws -> Structure? {
        var header = kf_jpeg_header()
        guard try check(kf_jpeg_reader_read_header(handle, &header)) else { return nil }
        return Structure(
            width: Int(header.width), height: Int(header.height),
            hasSeveralScans: header.buffers_coefficients,
            coefficientBytes: header.coefficient_bytes, hasAdobeMarker: header.adobe)
    }

    // MARK: Pixels

    /// What a row is made of.
    enum Pixels {
        case gray
        case rgb
        /// Four bytes a pixel, 0 for no ink.
        case cmyk
    }

    /// Begins the decode.
    func start(_ plan: JPEGPlan, _ pixels: Pixels, byScans: Bool = false) throws {
        var options = kf_jpeg_read_options()
        options.eighths = Int32(plan.eighths)
        options.pixels =
            switch pixels {
            case .gray: KF_JPEG_GRAY
            case .rgb: KF_JPEG_RGB
            case .cmyk: KF_JPEG_INK
            }
        options.max_scans = Int32(plan.mostScans)
        options.refuses_gaps = plan.refusesGaps
        options.by_scans = byScans
        var width: UInt32 = 0
        var height: UInt32 = 0
        let isStarted = try check(kf_jpeg_reader_start(handle, &options, &width, &height))
        guard isStarted, (Int(width), Int(height)) == (plan.layout.width, plan.layout.height) else {
            throw JPEGFailure.ambiguousSize
        }
    }

    /// Writes the next rows, each `stride` bytes after the one before, as many as fit.
    /// - Parameter count: Set to the number of rows written, also where an error is thrown.
    /// - Returns: Whether all were written.
    func readRows(
        into rows: UnsafeMutableRawBufferPointer, stride: Int, count: inout Int
    ) throws -> Bool {
        var written: UInt32 = 0
        defer { count = Int(written) }
        return try check(
            kf_jpeg_reader_read_rows(
                handle, rows.assumingMemoryBound(to: UInt8.self).baseAddress, stride,
                UInt32(rows.count / stride), &written))
    }

    /// Reads to the end of the image.
    func finish() throws -> Bool {
        try check(kf_jpeg_reader_finish(handle))
    }

    // MARK: Bytes that arrive

    /// Hands over all bytes from the start of the file on.
    func feed(_ bytes: UnsafeRawBufferPointer) {
        kf_jpeg_reader_feed(handle, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
    }

    /// Bytes fed that will be read again.
    var bytesWaiting: Int { kf_jpeg_reader_bytes_waiting(handle) }

    /// Whether data were damaged so far.
    var sawDamage: Bool { kf_jpeg_reader_saw_damage(handle) }

    /// Of an image shown scan by scan, takes in what has been fed.
    /// - Returns: How many scans are there as a whole, and whether the image ends with them.
    func takeIn() throws -> (wholeScans: Int, hasEnded: Bool) {
        var scans: Int32 = 0
        let hasEnded = try check(kf_jpeg_reader_take_in(handle, &scans))
        return (Int(scans), hasEnded)
    }

    /// Begins to show the image as of a scan that is there as a whole; `endPass` has to follow its last row.
    func beginPass(scan: Int) throws -> Bool {
        try check(kf_jpeg_reader_begin_pass(handle, Int32(scan)))
    }

    func endPass() throws -> Bool {
        try check(kf_jpeg_reader_end_pass(handle))
    }

    /// - Returns: False where the reader has to be fed.
    private func check(_ status: kf_jpeg_status) throws -> Bool {
        switch status {
        case KF_JPEG_OK: return true
        case KF_JPEG_NEEDS_MORE: return false
        default: throw JPEGFailure.reading(status, message: String(cString: kf_jpeg_reader_message(handle)))
        }
    }
}
