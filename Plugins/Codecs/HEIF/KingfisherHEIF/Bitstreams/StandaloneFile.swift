internal import Foundation
internal import KingfisherCore

/// A file of one coded image and nothing else, which is all that libheif ever gets to see.
///
/// So whatever a file says about grids, overlays, references, extents and properties is read by this plugin alone,
/// and a fault of libheif in reading them is out of reach.
///
/// Source: ISO/IEC 14496-12, section 8.11; ISO/IEC 23008-12, section 6.
struct StandaloneFile {
    /// `hvc1` or `av01`.
    let itemType: FourCC
    /// `hvcC` or `av1C`, and its content.
    let configuration: (type: FourCC, content: Data)
    let size: CodedSize
    /// Whether the samples are brightness alone.
    let isMonochrome: Bool
    /// The coded image.
    let content: Data

    /// The bytes of the file.
    func encoded() -> Data {
        var file = Data()
        let brand: FourCC = itemType == "av01" ? "avif" : "heic"
        file.append(box("ftyp", number(brand.rawValue) + number(UInt32(0)) + number(FourCC("mif1").rawValue)))
        // The place of the content is known when everything in front of it is.
        let place = file.count + meta(contentAt: 0).count + 8
        file.append(meta(contentAt: place))
        file.append(box("mdat", content))
        return file
    }

    private func meta(contentAt place: Int) -> Data {
        let handler = fullBox("hdlr", number(UInt32(0)) + number(FourCC("pict").rawValue) + Data(count: 13))
        let entry = fullBox(
            "infe", version: 2,
            number(UInt16(1)) + number(UInt16(0)) + number(itemType.rawValue) + Data(count: 1))
        let location =
            number(UInt16(0x4400)) + number(UInt16(1)) + number(UInt16(1)) + number(UInt16(0))
            + number(UInt16(1)) + number(UInt32(clamping: place)) + number(UInt32(clamping: content.count))
        let extent = number(UInt32(clamping: size.width)) + number(UInt32(clamping: size.height))
        // What these code points say is not true: libheif 1.15 turns all colours into RGB, and as RGB it takes the
        // samples of three planes as they are, whatever they are. So they arrive unchanged.
        let identity = number(FourCC("nclx").rawValue) + Data([0, 1, 0, 13, 0, 0, 0x80])
        let properties = box(
            "ipco",
            box(configuration.type, configuration.content) + fullBox("ispe", extent) + box("colr", identity))
        // The configuration is essential, the others are not.
        let association =
            number(UInt32(1)) + number(UInt16(1)) + Data(isMonochrome ? [2, 0x81, 2] : [3, 0x81, 2, 3])
        return fullBox(
            "meta",
            handler + fullBox("pitm", number(UInt16(1))) + fullBox("iinf", number(UInt16(1)) + entry)
                + box("iprp", properties + fullBox("ipma", association)) + fullBox("iloc", location))
    }

    private func box(_ type: FourCC, _ content: Data) -> Data {
        number(UInt32(clamping: content.count + 8)) + number(type.rawValue) + content
    }

    private func fullBox(_ type: FourCC, version: UInt8 = 0, _ content: Data) -> Data {
        box(type, Data([version, 0, 0, 0]) + content)
    }

    private func number<Number: FixedWidthInteger>(_ value: Number) -> Data {
        withUnsafeBytes(of: value.bigEndian) { Data($0) }
    }
}
