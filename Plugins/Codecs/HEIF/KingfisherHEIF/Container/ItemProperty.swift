internal import Foundation
internal import KingfisherCore

/// A property that items of a file can have.
///
/// Source: ISO/IEC 23008-12 (HEIF), section 6.5; ISO/IEC 14496-12, section 12.1.5; AV1 Image File Format 1.1.
enum ItemProperty {
    /// `ispe`: the size of the item before it is turned and cropped.
    case size(width: Int, height: Int)
    /// `colr` with code points of ITU-T H.273.
    case codePoints(ColorCodePoints)
    /// `colr` with an ICC profile, which lies in this range of the file.
    case profile(Range<Int>)
    /// `auxC`: what an auxiliary image is for, as a URN.
    case auxiliaryType(String)
    /// `irot`, `imir`, `clap`: a step of turning the decoded item into what is seen.
    case transformation(Transformation)
    /// `hvcC` or `av1C`: how the item is coded, in this range of the file.
    case codecConfiguration(FourCC, Range<Int>)
    /// `lsel`: the spatial layer to show; 0xFFFF for the best one.
    case layer(UInt16)
    /// `a1lx`: the sizes of all layers of an AV1 item but the last.
    case layerSizes([Int])
    /// Anything else.
    case other(FourCC)

    /// Reads a property.
    init(_ box: Box, in data: Data) throws(PluginError) {
        var reader = BoxReader(data, in: box.payload)
        switch box.type {
        case "ispe":
            _ = try reader.versionAndFlags()
            self = .size(width: Int(try reader.uint32()), height: Int(try reader.uint32()))
        case "colr": self = try Self.color(&reader)
        case "auxC":
            _ = try reader.versionAndFlags()
            self = .auxiliaryType(reader.text())
        case "irot":
            self = .transformation(.turn(quarters: Int(try reader.uint8() & 3)))
        case "imir":
            self = .transformation(try reader.uint8() & 1 == 0 ? .flipVertically : .flipHorizontally)
        case "clap": self = .transformation(.crop(try CleanAperture(&reader)))
        case "hvcC", "av1C": self = .codecConfiguration(box.type, box.payload)
        case "lsel": self = .layer(try reader.uint16())
        case "a1lx":
            let width = try reader.uint8() & 1 == 0 ? 2 : 4
            var sizes: [Int] = []
            for _ in 0..<3 { sizes.append(Int(try reader.integer(bytes: width))) }
            self = .layerSizes(sizes)
        default: self = .other(box.type)
        }
    }

    private static func color(_ reader: inout BoxReader) throws(PluginError) -> ItemProperty {
        switch try reader.fourCC() {
        case "nclx":
            return .codePoints(
                ColorCodePoints(
                    primaries: Int(try reader.uint16()), transfer: Int(try reader.uint16()),
                    matrix: Int(try reader.uint16()), isFullRange: try reader.uint8() & 0x80 != 0))
        case "prof", "rICC": return .profile(reader.rest)
        default: return .other("colr")
        }
    }

    /// Whether an item that marks this property as essential can still be shown.
    var isUnderstood: Bool {
        switch self {
        case .other(let type): ["a1op", "pixi", "pasp", "colr", "cclv", "clli", "mdcv"].contains(type)
        default: true
        }
    }
}
