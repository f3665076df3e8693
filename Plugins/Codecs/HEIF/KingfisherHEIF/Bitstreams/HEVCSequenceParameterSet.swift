internal import KingfisherCore

/// What a sequence parameter set says about size and colour.
///
/// Source: ITU-T H.265, sections 7.3.2.2, 7.3.3, 7.3.4, 7.3.7 and E.2.1.
struct HEVCSequenceParameterSet {
    let size: CodedSize
    /// nil where the set says nothing of colours.
    let colors: ColorCodePoints?

    /// nil where the unit is damaged before its size.
    init?(unit: [UInt8]) {
        var reader = BitReader(Self.withoutEmulationPrevention(unit.dropFirst(2).prefix(4096)))
        guard reader.skip(4) != nil, let layers = reader.bits(3), reader.skip(1) != nil,
            Self.skipProfile(&reader, subLayers: Int(layers)), reader.exponentialGolomb() != nil,
            let chroma = reader.exponentialGolomb(), chroma != 3 || reader.skip(1) != nil,
            let width = reader.exponentialGolomb(), let height = reader.exponentialGolomb()
        else { return nil }
        size = CodedSize(width: Int(width), height: Int(height))
        colors = Self.colors(&reader, subLayers: Int(layers))
    }

    private static func skipProfile(_ reader: inout BitReader, subLayers: Int) -> Bool {
        guard reader.skip(96) != nil else { return false }
        var bits = 0
        for _ in 0..<subLayers {
            guard let hasProfile = reader.flag(), let hasLevel = reader.flag() else { return false }
            bits += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
        }
        if subLayers > 0 { bits += 2 * (8 - subLayers) }
        return reader.skip(bits) != nil
    }

    /// Reads on to the colours, which stand behind everything else.
    private static func colors(_ reader: inout BitReader, subLayers: Int) -> ColorCodePoints? {
        guard let isCropped = reader.flag(), reader.skipNumbers(isCropped ? 4 : 0), reader.skipNumbers(2),
            let orderBits = reader.exponentialGolomb(), orderBits <= 12, let isPerLayer = reader.flag(),
            reader.skipNumbers(3 * (isPerLayer ? subLayers + 1 : 1)), reader.skipNumbers(6),
            skipScalingLists(&reader), reader.skip(2) != nil, let hasPCM = reader.flag(),
            !hasPCM || reader.skip(8) != nil && reader.skipNumbers(2) && reader.skip(1) != nil,
            skipReferenceSets(&reader), skipLongTerm(&reader, orderBits: Int(orderBits) + 4),
            reader.skip(2) != nil, reader.flag() == true
        else { return nil }
        return videoSignal(&reader)
    }

    /// Reads the start of the usability information.
    private static func videoSignal(_ reader: inout BitReader) -> ColorCodePoints? {
        guard let hasAspect = reader.flag() else { return nil }
        if hasAspect, reader.bits(8) == 255, reader.skip(32) == nil { return nil }
        guard let hasOverscan = reader.flag(), !hasOverscan || reader.skip(1) != nil, reader.flag() == true,
            reader.skip(3) != nil, let isFullRange = reader.flag(), let isDescribed = reader.flag()
        else { return nil }
        var points = ColorCodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: isFullRange)
        if isDescribed {
            guard let primaries = reader.bits(8), let transfer = reader.bits(8), let matrix = reader.bits(8)
            else { return nil }
            (points.primaries, points.transfer, points.matrix) = (Int(primaries), Int(transfer), Int(matrix))
        }
        return points
    }

    private static func skipScalingLists(_ reader: inout BitReader) -> Bool {
        guard let isEnabled = reader.flag() else { return false }
        guard isEnabled else { return true }
        guard let isPresent = reader.flag() else { return false }
        guard isPresent else { return true }
        for size in 0..<4 {
            for _ in 0..<(size == 3 ? 2 : 6) {
                guard let isCoded = reader.flag() else { return false }
                let numbers = isCoded ? min(64, 1 << (4 + size * 2)) + (size > 1 ? 1 : 0) : 1
                guard reader.skipNumbers(numbers) else { return false }
            }
        }
        return true
    }

    /// Passes over the sets of pictures that a picture may refer to; a later set may be told by an earlier one.
    private static func skipReferenceSets(_ reader: inout BitReader) -> Bool {
        guard let count = reader.exponentialGolomb(), count <= 64 else { return false }
        var pictures = 0
        for index in 0..<Int(count) {
            var isPredicted = false
            if index > 0 {
                guard let flag = reader.flag() else { return false }
                isPredicted = flag
            }
            if isPredicted {
                guard reader.skip(1) != nil, reader.skipNumbers(1) else { return false }
                var used = 0
                for _ in 0...pictures {
                    guard let isUsed = reader.flag() else { return false }
                    var isKept = true
                    if !isUsed {
                        guard let flag = reader.flag() else { return false }
                        isKept = flag
                    }
                    if isKept { used += 1 }
                }
                pictures = used
            } else {
                guard let before = reader.exponentialGolomb(), let after = reader.exponentialGolomb(),
                    before <= 16, after <= 16
                else { return false }
                pictures = Int(before + after)
                for _ in 0..<pictures {
                    guard reader.skipNumbers(1), reader.skip(1) != nil else { return false }
                }
            }
        }
        return true
    }

    private static func skipLongTerm(_ reader: inout BitReader, orderBits: Int) -> Bool {
        guard let isPresent = reader.flag() else { return false }
        guard isPresent else { return true }
        guard let count = reader.exponentialGolomb(), count <= 32 else { return false }
        return reader.skip(Int(count) * (orderBits + 1)) != nil
    }

    /// Two zeros followed by a 3 lose the 3.
    private static func withoutEmulationPrevention(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }
}

extension BitReader {
    /// Passes over Exp-Golomb numbers, signed or not.
    fileprivate mutating func skipNumbers(_ count: Int) -> Bool {
        for _ in 0..<count where exponentialGolomb() == nil { return false }
        return true
    }
}
