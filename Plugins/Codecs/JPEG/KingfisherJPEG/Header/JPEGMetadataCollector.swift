internal import Foundation
internal import KingfisherCore

/// Takes EXIF and XMP from the APP1 segments: the first of each.
///
/// What extended XMP puts into further segments is passed over, since its main packet stands for itself.
///
/// Source: EXIF 2.32, section 4.7; XMP part 3, section 1.1.3.
struct JPEGMetadataCollector {
    /// The orientation that EXIF states.
    private(set) var orientation: ImageOrientation?
    /// The EXIF block from its byte-order mark on, upright, and the XMP packet, where they are to be kept.
    private(set) var exif: Data?
    private(set) var xmp: Data?
    /// Whether there are such segments, kept or not.
    private(set) var hasEXIF = false
    private(set) var hasXMP = false
    private let isKept: Bool

    /// - Parameter isKept: Whether more than the orientation is wanted.
    init(isKept: Bool) {
        self.isKept = isKept
    }

    /// Takes an APP1 segment; one that is neither is ignored.
    /// - Throws: `PluginError` with `.limitExceeded`.
    mutating func add(_ payload: RawSpan, limits: DecodingLimits) throws(PluginError) {
        if !hasEXIF, payload.holds(ascii: "Exif", at: 0) {
            hasEXIF = true
            orientation = ImageOrientation(exif: payload)
            if isKept { exif = EXIFBlock.uprighted(payload.withUnsafeBytes { Data($0) }) }
        } else if !hasXMP, payload.holds(ascii: Self.xmpPrefix, at: 0),
            payload.byte(at: Self.xmpPrefix.utf8CodeUnitCount) == 0
        {
            hasXMP = true
            guard isKept else { return }
            xmp = payload.extracting((Self.xmpPrefix.utf8CodeUnitCount + 1)...).withUnsafeBytes { Data($0) }
        }
        guard (exif?.count ?? 0) + (xmp?.count ?? 0) <= limits.metadataBytes else {
            throw PluginError(
                .limitExceeded, pluginID: JPEGPlugin.id,
                message: "The JPEG's EXIF and XMP have more than \(limits.metadataBytes) bytes. "
                    + "Raise DecodingLimits.metadataBytes or decode without DecodingOptions.keepsMetadata.")
        }
    }

    /// What an XMP segment begins with, before a zero.
    private static let xmpPrefix: StaticString = "http://ns.adobe.com/xap/1.0/"
}
