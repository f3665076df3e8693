internal import CKingfisherPNG
internal import Foundation
internal import KingfisherCore

/// Owns one C writer.
struct PNGWriter: ~Copyable {
    private let handle: OpaquePointer
    private let bytesPerRow: Int

    private init(handle: OpaquePointer, bytesPerRow: Int) {
        self.handle = handle
        self.bytesPerRow = bytesPerRow
    }

    deinit {
        kf_png_writer_close(handle)
    }

    /// Writes what stands in front of the pixels.
    static func open(
        _ layout: PixelLayout, profile: ICCProfile?, density: PixelDensity?, compressionLevel: Int
    ) throws -> PNGWriter {
        var settings = kf_png_write_settings()
        settings.width = UInt32(clamping: layout.width)
        settings.height = UInt32(clamping: layout.height)
        settings.channels = UInt8(layout.channels.count)
        settings.bit_depth = UInt8(layout.depth.rawValue)
        settings.compression_level = UInt8(compressionLevel)
        if let density {
            settings.density_x = pixelsPerMetre(density.horizontal)
            settings.density_y = pixelsPerMetre(density.vertical)
            settings.density_is_per_metre = true
        }
        let fits = profile?.describes(colorChannels: layout.channels.hasColor ? 3 : 1) ?? false
        let embedded = fits ? profile?.data ?? Data() : Data()
        let handle = try embedded.withUnsafeBytes { bytes in
            settings.icc_profile = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            settings.icc_length = bytes.count
            var handle: OpaquePointer?
            try PNGFailure.check { kf_png_writer_open(&settings, &handle, $0) }
            return handle
        }
        guard let handle else { preconditionFailure("an opened PNG writer is not NULL") }
        return PNGWriter(handle: handle, bytesPerRow: layout.bytesPerRow)
    }

    /// A density as PNG stores it, 0 where it is none.
    private static func pixelsPerMetre(_ density: Double) -> UInt32 {
        density.isFinite && density > 0 ? UInt32(min(density.rounded(), Double(Int32.max))) : 0
    }

    /// Writes the next rows, which follow each other without padding and have straight alpha.
    func write(_ rows: RawSpan, rowCount: Int) throws(PluginError) {
        try rows.withUnsafeBytes { bytes throws(PluginError) in
            let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            try PNGFailure.check {
                kf_png_writer_write_rows(handle, start, bytesPerRow, UInt32(rowCount), $0)
            }
        }
    }

    /// Closes the image after its last row: the whole file.
    func finish() throws(PluginError) -> Data {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        try PNGFailure.check { kf_png_writer_finish(handle, &bytes, &count, $0) }
        guard let bytes else { preconditionFailure("a finished PNG is not NULL") }
        return Data(
            bytesNoCopy: bytes, count: count,
            deallocator: .custom { memory, _ in kf_png_free(memory.assumingMemoryBound(to: UInt8.self)) })
    }
}
