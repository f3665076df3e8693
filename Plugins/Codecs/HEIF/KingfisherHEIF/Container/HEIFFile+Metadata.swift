internal import Foundation
internal import KingfisherCore

extension HEIFFile {
    /// The EXIF block that describes an image, its orientation set to 1; nil where there is none or it is damaged.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func exif(of image: ItemImage, limits: DecodingLimits) throws(PluginError) -> Data? {
        guard let content = try metadata(of: image, limits: limits, where: \.isEXIF),
            let skipped = content.bytes.uint32(at: 0, .bigEndian)
        else { return nil }
        // The first number tells how many bytes lie between it and the byte-order mark.
        guard Int(skipped) < content.count - 4 else { return nil }
        return EXIFBlock.uprighted(Data(content.dropFirst(4 + Int(skipped))))
    }

    /// The XMP packet that describes an image.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func xmp(of image: ItemImage, limits: DecodingLimits) throws(PluginError) -> Data? {
        try metadata(of: image, limits: limits, where: \.isXMP)
    }

    /// Whether the tables list an item of a kind that describes an image.
    func hasMetadata(of image: ItemImage, where isWanted: (ItemTable.Item) -> Bool) -> Bool {
        metadataItem(of: image, where: isWanted) != nil
    }

    /// The content of the first item of a kind that describes an image; nil where it cannot be read.
    private func metadata(
        of image: ItemImage, limits: DecodingLimits, where isWanted: (ItemTable.Item) -> Bool
    ) throws(PluginError) -> Data? {
        guard let id = metadataItem(of: image, where: isWanted), let content = try? content(of: id)
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

    private func metadataItem(
        of image: ItemImage, where isWanted: (ItemTable.Item) -> Bool
    ) -> UInt32? {
        table.sources(of: "cdsc", to: image.id).first { table.items[$0].map(isWanted) ?? false }
    }
}

extension ItemTable.Item {
    /// EXIF, behind a number of four bytes.
    var isEXIF: Bool { type == "Exif" }

    /// An XMP packet.
    var isXMP: Bool { type == "mime" && contentType == "application/rdf+xml" }
}
