internal import Foundation
internal import KingfisherCore

extension GIFStructure {
    /// What the decoded image carries along.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func metadata(in bytes: RawSpan, _ options: DecodingOptions) throws(PluginError) -> ImageMetadata {
        let limit = options.limits.metadataBytes
        let packet = options.keepsMetadata ? try xmpPacket(in: bytes, limit: limit) : nil
        return ImageMetadata(
            format: .gif, iccProfile: try iccProfile(in: bytes, limit: limit), xmp: packet)
    }

    /// The colour profile; nil where there is none, it is damaged, or it is not of red, green and blue.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func iccProfile(in bytes: RawSpan, limit: Int) throws(PluginError) -> ICCProfile? {
        guard let blocks = profileBlocks else { return nil }
        try check(blocks, limit)
        let profile = ICCProfile(Self.joined(blocks, in: bytes))
        return profile?.describes(colorChannels: 3) == true ? profile : nil
    }

    /// The XMP packet; nil where there is none or it is empty.
    ///
    /// Its bytes stand as they are instead of in blocks; so a reader that knows nothing of it takes some of them for
    /// lengths, and in the end lands in 257 bytes that count down, wherever it comes from, and behind them at a zero.
    ///
    /// Source: XMP Specification, part 3 (Adobe, 2020), section 1.1.2.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func xmpPacket(in bytes: RawSpan, limit: Int) throws(PluginError) -> Data? {
        guard let blocks = packetBlocks else { return nil }
        try check(blocks, limit)
        let raw = Self.copy(blocks, of: bytes)
        let packet =
            raw.suffix(XMPTrailer.bytes.count).elementsEqual(XMPTrailer.bytes)
            ? raw.dropLast(XMPTrailer.bytes.count) : Self.joined(blocks, in: bytes)
        return packet.isEmpty ? nil : Data(packet)
    }

    private func check(_ blocks: Range<Int>, _ limit: Int) throws(PluginError) {
        if blocks.count > limit { throw GIFFailure.metadataTooLarge(limit) }
    }

    /// The contents of data blocks, one after the other.
    private static func joined(_ blocks: Range<Int>, in bytes: RawSpan) -> Data {
        var content = Data()
        var position = blocks.lowerBound
        while position < blocks.upperBound, let length = bytes.byte(at: position), length > 0 {
            content += copy(position + 1..<position + 1 + Int(length), of: bytes)
            position += 1 + Int(length)
        }
        return content
    }

    private static func copy(_ range: Range<Int>, of bytes: RawSpan) -> Data {
        bytes.extracting(range).withUnsafeBytes { Data($0) }
    }
}

/// What closes an XMP packet in a GIF: 1, then 255 down to 0, then the empty block.
enum XMPTrailer {
    static let bytes: [UInt8] = [1] + (0...255).reversed() + [0]
}
