internal import CKingfisherPNG
internal import Foundation
internal import KingfisherCore

/// What goes in front of the pixels.
struct PNGPreface {
    var profile: ICCProfile?
    var codePoints: ColorCodePoints?
    var density: PixelDensity?
    var exif: Data?
    var xmp: Data?

    /// Nothing.
    init() {}

    /// What an image carries and the options want, for pixels of a kind.
    init(_ metadata: ImageMetadata, _ options: EncodingOptions, _ kind: PixelKind) {
        density = metadata.density
        if options.embedsProfile {
            let channels = kind.channels.hasColor ? 3 : 1
            profile = metadata.iccProfile.flatMap { $0.describes(colorChannels: channels) ? $0 : nil }
            // They are for pixels without a profile, and in a PNG would overrule it.
            codePoints = metadata.iccProfile == nil ? metadata.colorCodePoints : nil
        }
        if options.embedsMetadata {
            (exif, xmp) = (metadata.exif, metadata.xmp)
        }
    }
}

/// Owns one C writer.
struct PNGWriter: ~Copyable {
    private let handle: OpaquePointer
    private let form: PNGForm
    private let width: Int

    private init(handle: OpaquePointer, form: PNGForm, width: Int) {
        self.handle = handle
        self.form = form
        self.width = width
    }

    deinit {
        kf_png_writer_close(handle)
    }

    /// A whole file.
    static func encode(
        _ pixels: PixelBuffer, as form: PNGForm, _ preface: PNGPreface, compressionLevel: Int
    ) throws -> Data {
        let writer = try PNGWriter.open(
            width: pixels.width, height: pixels.height, form, preface, compressionLevel: compressionLevel)
        try pixels.eachBand(as: form.kind) { bytes, rows in
            try writer.write(bytes, rowCount: rows.count)
        }
        return try writer.finish()
    }

    /// Writes what stands in front of the pixels.
    private static func open(
        width: Int, height: Int, _ form: PNGForm, _ preface: PNGPreface, compressionLevel: Int
    ) throws -> PNGWriter {
        var settings = kf_png_write_settings()
        settings.width = UInt32(clamping: width)
        settings.height = UInt32(clamping: height)
        settings.channels = UInt8(form.palette == nil ? form.kind.channels.count : 1)
        settings.bit_depth = UInt8(form.bits)
        settings.compression_level = UInt8(compressionLevel)
        settings.filters = form.usesFilters
        settings.palette_entries = UInt16(form.palette?.count ?? 0)
        settings.palette_alphas = UInt16(form.palette?.alphaCount ?? 0)
        if let density = preface.density {
            settings.density_x = pixelsPerMetre(density.horizontal)
            settings.density_y = pixelsPerMetre(density.vertical)
            settings.density_is_per_metre = true
        }
        if let points = preface.codePoints { set(points, in: &settings) }
        var handle: OpaquePointer?
        try lend(preface, form, to: &settings) { settings in
            try PNGFailure.check { kf_png_writer_open(&settings, &handle, $0) }
        }
        guard let handle else { preconditionFailure("an opened PNG writer is not NULL") }
        return PNGWriter(handle: handle, form: form, width: width)
    }

    /// PNG holds RGB, whatever matrix the pixels went through before; what is unspecified is not worth a chunk.
    private static func set(_ points: ColorCodePoints, in settings: inout kf_png_write_settings) {
        guard points.primaries != 2, points.transfer != 2, let primaries = UInt8(exactly: points.primaries),
            let transfer = UInt8(exactly: points.transfer)
        else { return }
        let isNarrow = points.matrix == 0 && !points.isFullRange
        settings.has_code_points = true
        settings.code_points = (primaries, transfer, 0, isNarrow ? 0 : 1)
    }

    /// Points the settings at bytes that are theirs while `body` runs.
    private static func lend(
        _ preface: PNGPreface, _ form: PNGForm, to settings: inout kf_png_write_settings,
        _ body: (inout kf_png_write_settings) throws -> Void
    ) throws {
        try (preface.profile?.data ?? Data()).withUnsafeBytes { profile in
            try (preface.exif ?? Data()).withUnsafeBytes { exif in
                try (preface.xmp ?? Data()).withUnsafeBytes { xmp in
                    try (form.palette?.entries ?? []).withUnsafeBytes { palette in
                        (settings.icc_profile, settings.icc_length) = Self.parts(profile)
                        (settings.exif, settings.exif_length) = Self.parts(exif)
                        (settings.xmp, settings.xmp_length) = Self.parts(xmp)
                        settings.palette = form.palette == nil ? nil : Self.parts(palette).start
                        try body(&settings)
                    }
                }
            }
        }
    }

    private static func parts(_ bytes: UnsafeRawBufferPointer) -> (start: UnsafePointer<UInt8>?, count: Int) {
        (bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// A density as PNG stores it, 0 where it is none.
    private static func pixelsPerMetre(_ density: Double) -> UInt32 {
        density.isFinite && density > 0 ? UInt32(min(density.rounded(), Double(Int32.max))) : 0
    }

    /// Writes the next rows, of the form's kind, which follow each other without padding.
    private func write(_ rows: RawSpan, rowCount: Int) throws(PluginError) {
        try rows.withUnsafeBytes { bytes throws(PluginError) in
            guard let small = form.rows(of: bytes) else {
                return try write(bytes, bytesPerRow: bytes.count / rowCount, rowCount)
            }
            let failure = small.withUnsafeBytes { bytes -> PluginError? in
                do throws(PluginError) {
                    try write(bytes, bytesPerRow: width, rowCount)
                    return nil
                } catch { return error }
            }
            if let failure { throw failure }
        }
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer, bytesPerRow: Int, _ rowCount: Int
    ) throws(PluginError) {
        try PNGFailure.check {
            kf_png_writer_write_rows(handle, Self.parts(bytes).start, bytesPerRow, UInt32(rowCount), $0)
        }
    }

    /// Closes the image after its last row: the whole file.
    private func finish() throws(PluginError) -> Data {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        try PNGFailure.check { kf_png_writer_finish(handle, &bytes, &count, $0) }
        guard let bytes else { preconditionFailure("a finished PNG is not NULL") }
        return Data(
            bytesNoCopy: bytes, count: count,
            deallocator: .custom { memory, _ in kf_png_free(memory.assumingMemoryBound(to: UInt8.self)) })
    }
}
