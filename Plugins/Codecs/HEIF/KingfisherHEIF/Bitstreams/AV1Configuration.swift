internal import Foundation
internal import KingfisherCore

/// How an AV1 item is coded: the content of `av1C`.
///
/// Source: AV1 Codec ISO Media File Format Binding, section 2.3; AV1 Bitstream & Decoding Process, section 5.5.
struct AV1Configuration: Sendable {
    let isMonochrome: Bool
    let bitDepth: Int
    /// The whole content, which a file of its own takes over.
    let payload: Data
    private let headers: [AV1SequenceHeader]

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
        headers = AV1SequenceHeader.all(in: Data(whole.dropFirst(4)))
    }

    /// The sequence headers in the configuration and in the item.
    func headers(in content: Data) -> [AV1SequenceHeader] {
        headers + AV1SequenceHeader.all(in: content)
    }
}
