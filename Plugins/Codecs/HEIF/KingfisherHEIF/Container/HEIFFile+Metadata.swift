internal import Foundation
internal import KingfisherCore

extension HEIFFile {
    /// The EXIF block that describes an image, its orientation set to 1; nil where there is none or it is damaged.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func exif(of image: ItemImage, limits: DecodingLimits) throws(PluginError) -> Data? {
        guard let content = try metadata(of: image, limits: limits, where: { $0.type == "Exif" }),
            let skipped = content.bytes.uint32(at: 0, .bigEndian)
        else { return nil }
        // The first number tells how many bytes lie between it and the byte-order mark.
        guard Int(skipped) < content.count - 4 else { return nil }
        return EXIFBlock.uprighted(Data(content.dropFirst(4 + Int(skipped))))
    }

    /// The XMP packet that describes an image.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func xmp(of image: ItemImage, limits: DecodingLimits) throws(PluginError) -> Data? {
        try metadata(of: image, limits: limits) {
            $0.type == "mime" && $0.contentType == "application/rdf+xml"
        }
    }

    /// The content of the first item of a kind that describes an image; nil where it cannot be read.
    private func metadata(
        of image: ItemImage, limits: DecodingLimits, where isWanted: (ItemTable.Item) -> Bool
    ) throws(PluginError) -> Data? {
        let describing = table.sources(of: "cdsc", to: image.id)
        guard let id = describing.first(where: { table.items[$0].map(isWanted) ?? false }),
            let content = try? content(of: id)
        else { return nil }
        guard content.count <= limits.metadataBytes else {
            throw PluginError(
                .limitExceeded, pluginID: HEIFPlugin.id,
                message: "The EXIF or XMP block has \(content.count) bytes; the limit is "
                    + "\(limits.metadataBytes). Raise DecodingLimits.metadataBytes or decode without metadata."
            )
        }
        return content
    }
}
