internal import Foundation
internal import KingfisherCore

/// What a sequence header of AV1 data says about size and colour.
///
/// Source: AV1 Bitstream & Decoding Process Specification, sections 5.3 and 5.5.
struct AV1SequenceHeader: Sendable {
    /// The largest size that the frames can have.
    let size: CodedSize
    /// nil where the header is damaged behind its size.
    let colors: ColorCodePoints?

    /// The headers in coded data, in order, without the damaged ones.
    static func all(in data: Data) -> [AV1SequenceHeader] {
        let bytes = data.bytes
        var headers: [AV1SequenceHeader] = []
        var offset = 0
        while let unit = bytes.byte(at: offset) {
            offset += unit & 0x04 != 0 ? 2 : 1
            var length = bytes.byteCount - offset
            if unit & 0x02 != 0 {
                guard let stated = variableLength(bytes, at: &offset) else { break }
                length = stated
            }
            guard length >= 0, bytes.holds(length, at: offset) else { break }
            if unit >> 3 & 0xF == 1 {
                let start = data.startIndex + offset
                let content = [UInt8](data[start..<start + min(length, 512)])
                if let header = AV1SequenceHeader(content) { headers.append(header) }
            }
            offset += length
        }
        return headers
    }

    private static func variableLength(_ bytes: RawSpan, at offset: inout Int) -> Int? {
        var value = 0
        for index in 0..<8 {
            guard let byte = bytes.byte(at: offset) else { return nil }
            offset += 1
            value |= Int(byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    private init?(_ bytes: [UInt8]) {
        var reader = BitReader(bytes)
        guard let profile = reader.bits(3), reader.skip(1) != nil, let isReduced = reader.flag(),
            isReduced ? reader.skip(5) != nil : Self.skipOperatingPoints(&reader),
            let widthBits = reader.bits(4), let heightBits = reader.bits(4),
            let width = reader.bits(Int(widthBits) + 1), let height = reader.bits(Int(heightBits) + 1)
        else { return nil }
        size = CodedSize(width: Int(width) + 1, height: Int(height) + 1)
        colors = Self.skipTools(&reader, isReduced: isReduced) ? Self.colors(&reader, profile: profile) : nil
    }

    private static func skipOperatingPoints(_ reader: inout BitReader) -> Bool {
        guard let hasTiming = reader.flag() else { return false }
        var delayBits: Int?
        if hasTiming {
            guard reader.skip(64) != nil, let isEqual = reader.flag(),
                !isEqual || reader.exponentialGolomb() != nil, let hasModel = reader.flag()
            else { return false }
            if hasModel {
                guard let bits = reader.bits(5), reader.skip(42) != nil else { return false }
                delayBits = Int(bits) + 1
            }
        }
        guard let hasDelay = reader.flag(), let last = reader.bits(5) else { return false }
        for _ in 0...last {
            guard reader.skip(12) != nil, let level = reader.bits(5), level <= 7 || reader.skip(1) != nil
            else { return false }
            if let delayBits {
                guard let isPresent = reader.flag(), !isPresent || reader.skip(2 * delayBits + 1) != nil
                else { return false }
            }
            if hasDelay {
                guard let isPresent = reader.flag(), !isPresent || reader.skip(4) != nil else { return false }
            }
        }
        return true
    }

    /// Passes over what says which tools of the codec are used.
    private static func skipTools(_ reader: inout BitReader, isReduced: Bool) -> Bool {
        guard !isReduced else { return reader.skip(6) != nil }
        guard let hasFrameIDs = reader.flag(), !hasFrameIDs || reader.skip(7) != nil, reader.skip(7) != nil,
            let hasOrderHint = reader.flag(), !hasOrderHint || reader.skip(2) != nil,
            let choosesScreenTools = reader.flag()
        else { return false }
        var mayUseScreenTools = true
        if !choosesScreenTools {
            guard let forced = reader.flag() else { return false }
            mayUseScreenTools = forced
        }
        if mayUseScreenTools {
            guard let choosesVectors = reader.flag(), choosesVectors || reader.skip(1) != nil else {
                return false
            }
        }
        return (!hasOrderHint || reader.skip(3) != nil) && reader.skip(3) != nil
    }

    private static func colors(_ reader: inout BitReader, profile: UInt32) -> ColorCodePoints? {
        guard let isHigh = reader.flag(), profile != 2 || !isHigh || reader.skip(1) != nil else { return nil }
        var isMonochrome = false
        if profile != 1 {
            guard let flag = reader.flag() else { return nil }
            isMonochrome = flag
        }
        guard let isDescribed = reader.flag() else { return nil }
        var points = ColorCodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: true)
        if isDescribed {
            guard let primaries = reader.bits(8), let transfer = reader.bits(8), let matrix = reader.bits(8)
            else { return nil }
            (points.primaries, points.transfer, points.matrix) = (Int(primaries), Int(transfer), Int(matrix))
        }
        // RGB has no other range and does not say so.
        let isRGB = (points.primaries, points.transfer, points.matrix) == (1, 13, 0)
        if isMonochrome || !isRGB {
            guard let isFullRange = reader.flag() else { return nil }
            points.isFullRange = isFullRange
        }
        return points
    }
}
