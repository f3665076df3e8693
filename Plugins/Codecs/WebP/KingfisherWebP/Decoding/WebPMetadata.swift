internal import Foundation
internal import KingfisherCore

/// The chunks of a file that are about the pixels: colour profile, EXIF and XMP.
///
/// Of chunks of the same kind the first one counts, and one that the header does not announce is no part of the file,
/// as in libwebp.
struct WebPMetadata {
    private let header: WebPExtendedHeader?
    private(set) var profile: ICCProfile?
    private var foundProfile = false
    /// Where the blocks lie in the file; they are copied only when asked for.
    private var exif: Range<Int>?
    private var xmp: Range<Int>?
    /// How the stored pixels have to be turned; nil as long as it cannot be known.
    private(set) var orientation: ImageOrientation?

    init(_ header: WebPExtendedHeader?) {
        self.header = header
        if header?.hasEXIF != true { orientation = .up }
    }

    /// Reads the chunks of a still image.
    ///
    /// A damaged chunk is the end of what is read, for the image itself has been found.
    mutating func read(_ bytes: RawSpan, end: Int, limits: DecodingLimits) throws(PluginError) {
        var chunks = WebPChunks(in: WebPContainer.chunksStart..<end, available: bytes.byteCount)
        while let chunk = try? chunks.next(in: bytes) {
            try take(chunk, from: bytes, limits: limits)
        }
    }

    /// Takes a chunk; one of another kind is ignored.
    /// - Throws: `PluginError` with `.limitExceeded`.
    mutating func take(
        _ chunk: WebPChunks.Chunk, from bytes: RawSpan, limits: DecodingLimits
    ) throws(PluginError) {
        guard let header, chunk.isComplete else { return }
        switch chunk.name {
        case .profile where header.hasProfile && !foundProfile:
            foundProfile = true
            profile = ICCProfile(try Self.content(chunk.payload, of: bytes, limits: limits))
        case .exif where header.hasEXIF && exif == nil:
            orientation = ImageOrientation(exif: bytes.extracting(chunk.payload)) ?? .up
            exif = chunk.payload
        case .xmp where header.hasXMP && xmp == nil:
            xmp = chunk.payload
        default: break
        }
    }

    /// Whether the file has either; nil where it announces one that would stand beyond the end of the data.
    func hasEXIF(fileIsComplete: Bool) -> Bool? {
        exif != nil ? true : fileIsComplete || header?.hasEXIF != true ? false : nil
    }

    func hasXMP(fileIsComplete: Bool) -> Bool? {
        xmp != nil ? true : fileIsComplete || header?.hasXMP != true ? false : nil
    }

    /// Ends the reading: an EXIF block that a whole file announces and does not have says nothing.
    mutating func finish(fileIsComplete: Bool) {
        if fileIsComplete, orientation == nil { orientation = .up }
    }

    /// What a decoded image carries along.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func carried(from data: Data, as options: DecodingOptions) throws(PluginError) -> ImageMetadata {
        var carried = ImageMetadata(
            format: .webp, iccProfile: profile.flatMap { $0.describes(colorChannels: 3) ? $0 : nil })
        guard options.keepsMetadata else { return carried }
        if let exif {
            let block = try Self.content(exif, of: data.bytes, limits: options.limits)
            carried.exif = EXIFBlock.uprighted(block)
        }
        if let xmp { carried.xmp = try Self.content(xmp, of: data.bytes, limits: options.limits) }
        return carried
    }

    private static func content(
        _ payload: Range<Int>, of bytes: RawSpan, limits: DecodingLimits
    ) throws(PluginError) -> Data {
        guard payload.count <= limits.metadataBytes else {
            throw PluginError(
                .limitExceeded, pluginID: WebPPlugin.id,
                message: "The WebP has \(payload.count) bytes of metadata in one piece; the limit is "
                    + "\(limits.metadataBytes). Raise DecodingLimits.metadataBytes or remove the metadata.")
        }
        return bytes.extracting(payload).withUnsafeBytes { Data($0) }
    }
}
