internal import CKingfisherPNG
internal import Foundation
internal import KingfisherCore

/// Owns one C reader, over bytes that it borrows for the length of a closure.
struct PNGReader: ~Copyable {
    private let handle: OpaquePointer
    /// What the file says about itself.
    let header: kf_png_info

    private init(handle: OpaquePointer, header: kf_png_info) {
        self.handle = handle
        self.header = header
    }

    deinit {
        kf_png_reader_close(handle)
    }

    /// Opens a reader, lends it and closes it again on every path.
    ///
    /// Takes no memory worth mentioning, whatever size the header claims.
    static func reading<Result>(
        _ data: Data, limits: DecodingLimits, _ body: (borrowing PNGReader) throws -> Result
    ) throws -> Result {
        try limits.check(encodedByteCount: data.count, pluginID: PNGPlugin.pluginID)
        return try data.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            var handle: OpaquePointer?
            var header = kf_png_info()
            try PNGFailure.check {
                kf_png_reader_open(start, bytes.count, max(limits.metadataBytes, 0), &handle, &header, $0)
            }
            guard let handle else { preconditionFailure("an opened PNG reader is not NULL") }
            return try body(PNGReader(handle: handle, header: header))
        }
    }

    /// Opens a reader for one frame of the file whose header is given, and lends it.
    static func reading<Result>(
        _ frame: kf_png_frame, of data: Data, header: kf_png_info,
        _ body: (borrowing PNGReader) throws -> Result
    ) throws -> Result {
        try data.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            var handle: OpaquePointer?
            try withUnsafePointer(to: header) { header in
                try withUnsafePointer(to: frame) { frame in
                    try PNGFailure.check {
                        kf_png_reader_open_frame(start, bytes.count, header, frame, &handle, $0)
                    }
                }
            }
            guard let handle else { preconditionFailure("an opened PNG reader is not NULL") }
            return try body(PNGReader(handle: handle, header: header))
        }
    }

    /// Reads what stands in front of the pixels and tells the layout the canvas must have.
    /// - Parameter addsAlpha: Whether pixels without alpha get a full one.
    func start(keepsHighDepth: Bool, addsAlpha: Bool = false) throws(PluginError) -> PixelLayout {
        var arranged = kf_png_layout()
        try PNGFailure.check { kf_png_reader_start(handle, !keepsHighDepth, addsAlpha, &arranged, $0) }
        return try PixelLayout(arranged)
    }

    /// Reads all rows, and the closing chunk, into a canvas of the layout that `start` told.
    ///
    /// - Returns: Whether the file ended early, which throws unless `allowsPartial`.
    func readRows(into canvas: inout PixelCanvas, allowsPartial: Bool) throws -> Bool {
        do {
            // An interlaced file is read in seven passes, each over what the passes before it left in the rows.
            for _ in 0..<(header.interlaced ? 7 : 1) {
                try readPass(into: &canvas)
            }
            try PNGFailure.check { kf_png_reader_finish(handle, $0) }
            return false
        } catch let error as PluginError where allowsPartial && error.code == .truncated {
            return true
        }
    }

    private func readPass(into canvas: inout PixelCanvas) throws {
        let layout = canvas.layout
        for band in RowBands(layout) {
            try WorkCancellation.check()
            try canvas.withMutableBytes { span throws(PluginError) in
                try span.withUnsafeMutableBytes { bytes throws(PluginError) in
                    let rows = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    try PNGFailure.check {
                        kf_png_reader_read_rows(
                            handle, rows?.advanced(by: band.lowerBound * layout.bytesPerRow),
                            layout.bytesPerRow, UInt32(band.count), $0)
                    }
                }
            }
        }
    }

    /// The colour profile; nil where there is none or it is damaged.
    /// - Throws: `PluginError` with `.limitExceeded` for one beyond `DecodingLimits.metadataBytes`.
    func iccProfile() throws(PluginError) -> ICCProfile? {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        try PNGFailure.check { kf_png_reader_icc_profile(handle, &bytes, &count, $0) }
        guard let bytes else { return nil }
        return ICCProfile(Data(bytes: bytes, count: count))
    }

    /// The EXIF block as stored.
    var exif: Data? {
        var count = 0
        return kf_png_reader_exif(handle, &count).map { Data(bytes: $0, count: count) }
    }

    /// The XMP packet.
    var xmp: Data? {
        var count = 0
        return kf_png_reader_xmp(handle, &count).map { Data(bytes: $0, count: count) }
    }

    /// How the stored pixels have to be turned.
    var orientation: ImageOrientation {
        exif.flatMap { ImageOrientation(exif: $0) } ?? .up
    }
}

extension PixelLayout {
    /// What libpng was arranged to give.
    init(_ arranged: kf_png_layout) throws(PluginError) {
        guard let channels = Channels(rawValue: Int(arranged.channels)),
            let depth = Depth(rawValue: Int(arranged.bit_depth))
        else { preconditionFailure("libpng expands to 1...4 channels of 8 or 16 bits") }
        try self.init(
            width: Int(arranged.width), height: Int(arranged.height), channels: channels, depth: depth)
    }
}
