internal import Foundation
internal import KingfisherCore

/// How an AV1 item is coded: the content of `av1C`.
///
/// Source: AV1 Codec ISO Media File Format Binding, section 2.3; AV1 Bitstream & Decoding Process, section 5.5.
struct AV1Configuration {
    let isMonochrome: Bool
    let bitDepth: Int
    /// The whole content, which a file of its own takes over.
    let payload: Data
    private let sizes: [CodedSize]

    init(_ payload: Range<Int>, in data: Data) throws(PluginError) {
        var reader = BoxReader(data, in: payload)
        let start = try reader.take(2)
        let flags = try reader.uint8()
        _ = try reader.uint8()
        let isHigh = flags & 0x40 != 0
        isMonochrome = flags & 0x10 != 0
        bitDepth = !isHigh ? 8 : flags & 0x20 != 0 ? 12 : 10
        let whole = data[data.startIndex + start..<data.startIndex + payload.upperBound]
        self.payload = Data(whole)
        sizes = AV1SequenceHeader.sizes(in: Data(whole.dropFirst(4)))
    }

    /// The sizes of pictures that the headers in the configuration and in the item speak of.
    func sizes(in content: Data) -> [CodedSize] {
        sizes + AV1SequenceHeader.sizes(in: content)
    }
}
