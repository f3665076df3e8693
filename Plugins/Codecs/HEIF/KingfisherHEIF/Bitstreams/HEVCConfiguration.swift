internal import Foundation
internal import KingfisherCore

/// How an HEVC item is coded: the content of `hvcC`, taken apart so that it can be written anew, sound.
///
/// Source: ISO/IEC 14496-15, section 8.3.3.1; ITU-T H.265, section 7.3.
struct HEVCConfiguration: Sendable {
    /// The 21 bytes in front of the field that tells the size of lengths.
    private let profile: Data
    /// Bytes that tell the length of a NAL unit in the item.
    private let lengthSize: Int
    /// The parameter sets of the base layer.
    private let parameterSets: [[UInt8]]

    let isMonochrome: Bool
    let bitDepth: Int

    init(_ payload: Range<Int>, in data: Data) throws(PluginError) {
        var reader = BoxReader(data, in: payload)
        let start = data.startIndex + (try reader.take(16))
        isMonochrome = try reader.uint8() & 3 == 0
        bitDepth = Int(try reader.uint8() & 7) + 8
        _ = try reader.take(3)
        profile = data[start..<start + 21]
        lengthSize = Int(try reader.uint8() & 3) + 1
        var sets: [[UInt8]] = []
        for _ in 0..<(try reader.uint8()) {
            _ = try reader.uint8()
            for _ in 0..<(try reader.uint16()) {
                let length = Int(try reader.uint16())
                let start = data.startIndex + (try reader.take(length))
                let unit = [UInt8](data[start..<start + length])
                if Self.isBaseLayer(unit) { sets.append(unit) }
            }
        }
        parameterSets = sets
    }

    /// The size of the pictures, as far as the configuration tells.
    var size: CodedSize? {
        parameterSets.first { Self.type(of: $0) == Self.sequenceParameterSet }
            .flatMap(HEVCSequenceParameterSet.init)?.size
    }

    /// The box content for a file of its own, in which lengths take four bytes.
    func rewritten() -> Data {
        var result = Data(profile)
        // One temporal layer, as the old field says nothing that decoders need; lengths of four bytes.
        result.append(0b0000_1011)
        result.append(UInt8(truncatingIfNeeded: parameterSets.count))
        for unit in parameterSets.prefix(255) {
            result.append(Self.type(of: unit) & 0x3F)
            result.append(contentsOf: [0, 1])
            result.append(contentsOf: [UInt8(truncatingIfNeeded: unit.count >> 8), UInt8(unit.count & 0xFF)])
            result.append(contentsOf: unit)
        }
        return result
    }

    /// The NAL units of the base layer, each behind its length in four bytes, and all its sequence parameter sets.
    func rewritten(
        _ content: Data
    ) throws(PluginError) -> (content: Data, parameterSets: [HEVCSequenceParameterSet]) {
        var reader = BoxReader(content, in: 0..<content.count)
        var result = Data()
        result.reserveCapacity(content.count)
        var sets = parameterSets.filter { Self.type(of: $0) == Self.sequenceParameterSet }
        while reader.remaining > 0 {
            // Some writers leave zeros behind the last unit.
            guard reader.remaining > lengthSize else { break }
            let length = Int(try reader.integer(bytes: lengthSize))
            guard length <= reader.remaining else {
                throw CodecFailure.heif.corrupt("a part of its HEVC data is cut")
            }
            let start = content.startIndex + (try reader.take(length))
            let unit = content[start..<start + length]
            guard Self.isBaseLayer(unit) else { continue }
            if Self.type(of: unit) == Self.sequenceParameterSet { sets.append([UInt8](unit)) }
            for shift in [24, 16, 8, 0] { result.append(UInt8(truncatingIfNeeded: length >> shift)) }
            result.append(unit)
        }
        guard !result.isEmpty else { throw CodecFailure.heif.corrupt("its HEVC data is empty") }
        return (result, sets.compactMap(HEVCSequenceParameterSet.init))
    }

    private static let sequenceParameterSet: UInt8 = 33

    private static func type(of unit: some Collection<UInt8>) -> UInt8 {
        unit.first.map { $0 >> 1 & 0x3F } ?? 0
    }

    /// Pictures of further layers, such as another view, would need a decoder that knows them.
    private static func isBaseLayer(_ unit: some Collection<UInt8>) -> Bool {
        let header = unit.prefix(2).map { $0 }
        return header.count == 2 && header[0] & 1 == 0 && header[1] >> 3 == 0
    }
}

/// The size of a coded picture.
struct CodedSize: Equatable, Sendable {
    let width: Int
    let height: Int
}
