internal import Foundation
internal import KingfisherCore

/// The chunks of a file that are about the pixels: colour profile, EXIF and XMP.
///
/// Of chunks of the same kind the first one counts, and one that the header does not announce is no part of the file,
/// as in libwebp.
struct WebPMetadata {
    private let header: WebPExtendedHeader?
    private(set) var profile: ICCProfile?
    private(set) var exif: Data?
    private(set) var xmp: Data?
    private var foundProfile = false
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
            profile = ICCProfile(try Self.content(chunk, of: bytes, limits: limits))
        case .exif where header.hasEXIF && exif == nil:
            let block = try Self.content(chunk, of: bytes, limits: limits)
            orientation = ImageOrientation(exif: block) ?? .up
            exif = block
        case .xmp where header.hasXMP && xmp == nil:
            xmp = try Self.content(chunk, of: bytes, limits: limits)
        default: break
        }
    }

    /// Ends the reading: an EXIF block that a whole file announces and does not have says nothing.
    mutating func finish(fileIsComplete: Bool) {
        if fileIsComplete, orientation == nil { orientation = .up }
    }

    /// What a decoded image carries along.
    func carried(withEXIFAndXMP: Bool) -> ImageMetadata {
        ImageMetadata(
            format: .webp, iccProfile: profile.flatMap { $0.describes(colorChannels: 3) ? $0 : nil },
            exif: withEXIFAndXMP ? exif.flatMap(EXIFBlock.uprighted) : nil, xmp: withEXIFAndXMP ? xmp : nil)
    }

    private static func content(
        _ chunk: WebPChunks.Chunk, of bytes: RawSpan, limits: DecodingLimits
    ) throws(PluginError) -> Data {
        guard chunk.payload.count <= limits.metadataBytes else {
            throw PluginError(
                .limitExceeded, pluginID: WebPPlugin.id,
                message: "The WebP has \(chunk.payload.count) bytes of metadata in one piece; the limit is "
                    + "\(limits.metadataBytes). Raise DecodingLimits.metadataBytes or remove the metadata.")
        }
        return bytes.extracting(chunk.payload).withUnsafeBytes { Data($0) }
    }
}
