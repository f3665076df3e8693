internal import Foundation
internal import KingfisherCore

/// A HEIF file as far as its boxes tell: read here, safely, before libheif sees a byte.
struct HEIFFile {
    let data: Data
    /// HEIC or AVIF, by the brands.
    let format: ImageFormat
    let table: ItemTable
    /// Whether no box is cut by the end of the data.
    let isComplete: Bool

    /// Reads the boxes.
    /// - Throws: `PluginError`: `.truncated` where the data end before the tables do.
    init(_ data: Data, limits: DecodingLimits) throws(PluginError) {
        try limits.check(encodedByteCount: data.count, pluginID: HEIFPlugin.id)
        format = ImageFormat(sniffing: data)
        guard HEIFDecoder.known.contains(format) else {
            throw data.isEmpty
                ? CodecFailure.heif.truncated("it has no bytes at all")
                : PluginError(
                    .unsupportedFormat, pluginID: HEIFPlugin.id,
                    message:
                        "The content is \(format.name), not HEIC or AVIF. Use the plugin for that format.")
        }
        let boxes = try Self.topLevelBoxes(data)
        isComplete = !boxes.contains(where: \.isCut)
        if let meta = boxes.first(where: { $0.type == "meta" }) {
            guard !meta.isCut else { throw CodecFailure.heif.truncated("it ends within its tables") }
            table = try ItemTable(meta: meta.payload, in: data)
        } else {
            table = ItemTable()
        }
        let holdsSequence = boxes.first { $0.type == "moov" }.map { !$0.isCut } ?? false
        if table.primaryID == nil, !holdsSequence {
            throw isComplete
                ? CodecFailure.heif.corrupt("it names no primary image")
                : CodecFailure.heif.truncated("it ends before the tables of its images")
        }
        self.data = data
    }

    /// The boxes of the file. What follows the image and is no box, such as padding, is passed over.
    private static func topLevelBoxes(_ data: Data) throws(PluginError) -> [Box] {
        var reader = BoxReader(data, in: 0..<data.count)
        var boxes: [Box] = []
        var hasTables = false
        while reader.remaining > 0 {
            guard reader.remaining >= 8 else {
                if !hasTables { throw CodecFailure.heif.truncated("it ends within the header of a box") }
                break
            }
            do {
                guard let box = try reader.nextBox() else { break }
                boxes.append(box)
                if box.type == "meta" || box.type == "moov" { hasTables = true }
            } catch {
                guard hasTables else { throw error }
                break
            }
        }
        return boxes
    }

    /// The content of an item.
    /// - Throws: `PluginError`: `.truncated` where it lies beyond the data, `.limitExceeded` where its parts add up to
    ///   more than the file.
    func content(of id: UInt32) throws(PluginError) -> Data {
        guard let item = table.items[id] else { throw CodecFailure.heif.corrupt("there is no item \(id)") }
        let container: Range<Int>
        switch item.constructionMethod {
        case 0: container = 0..<data.count
        case 1:
            guard let inline = table.inlineData else {
                throw CodecFailure.heif.corrupt("the item \(id) lies in a box that is missing")
            }
            container = inline
        default: throw CodecFailure.heif.unsupported("the item \(id) is a part of another item")
        }
        var content = Data()
        for extent in item.extents {
            let available = UInt64(container.count)
            let length = extent.length > 0 ? extent.length : available - min(extent.offset, available)
            guard extent.offset <= available, length <= available - extent.offset else {
                throw item.constructionMethod == 0
                    ? CodecFailure.heif.truncated("the data of an image lie beyond its end")
                    : CodecFailure.heif.corrupt("the item \(id) lies outside of the box that holds it")
            }
            guard content.count <= data.count - Int(length) else {
                throw CodecFailure.heif.overLimit("the parts of one item add up to more than the file")
            }
            let start = data.startIndex + container.lowerBound + Int(extent.offset)
            content.append(data[start..<start + Int(length)])
        }
        guard !content.isEmpty else { throw CodecFailure.heif.corrupt("the item \(id) is empty") }
        return content
    }
}
