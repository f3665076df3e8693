internal import Foundation
internal import KingfisherCore

extension ItemTable {
    /// Reads a `meta` box.
    ///
    /// The work is bounded by the size of the box: every entry of every table takes at least a byte of it.
    ///
    /// Source: ISO/IEC 14496-12, section 8.11; ISO/IEC 23008-12, section 9.3.
    init(meta payload: Range<Int>, in data: Data) throws(PluginError) {
        self.init()
        var reader = BoxReader(data, in: payload)
        _ = try reader.versionAndFlags()
        let boxes = try reader.boxes()
        for box in boxes {
            var content = BoxReader(data, in: box.payload)
            switch box.type {
            case "pitm":
                let version = try content.versionAndFlags().version
                primaryID = UInt32(try content.integer(bytes: version == 0 ? 2 : 4))
            case "iinf": try readItems(&content)
            case "idat": inlineData = box.payload
            default: break
            }
        }
        // These speak of items, so they come after all of them.
        for box in boxes {
            var content = BoxReader(data, in: box.payload)
            switch box.type {
            case "iloc": try readLocations(&content)
            case "iref": try readReferences(&content)
            case "iprp": try readProperties(&content)
            default: break
            }
        }
    }

    private mutating func readItems(_ reader: inout BoxReader) throws(PluginError) {
        let version = try reader.versionAndFlags().version
        _ = try reader.integer(bytes: version == 0 ? 2 : 4)
        for box in try reader.boxes() where box.type == "infe" {
            var entry = BoxReader(reader.data, in: box.payload)
            let version = try entry.versionAndFlags().version
            // Versions 0 and 1 are for items of other kinds of files, which have no type.
            guard version >= 2 else { continue }
            let id = UInt32(try entry.integer(bytes: version == 2 ? 2 : 4))
            _ = try entry.uint16()
            var item = Item(type: try entry.fourCC())
            if item.type == "mime" {
                _ = entry.text()
                item.contentType = entry.text()
            }
            guard items.updateValue(item, forKey: id) == nil else {
                throw CodecFailure.heif.corrupt("two items have the number \(id)")
            }
        }
    }

    private mutating func readLocations(_ reader: inout BoxReader) throws(PluginError) {
        let version = try reader.versionAndFlags().version
        let sizes = try reader.uint16()
        func width(_ shift: UInt16) -> Int { Int(sizes >> shift & 0xF) }
        let (offsetSize, lengthSize, baseSize) = (width(12), width(8), width(4))
        let indexSize = version == 0 ? 0 : width(0)
        guard version <= 2, [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains)
        else {
            throw CodecFailure.heif.corrupt("the table of item locations has fields of an unknown size")
        }
        let count = try reader.integer(bytes: version < 2 ? 2 : 4)
        for _ in 0..<count {
            let id = UInt32(try reader.integer(bytes: version < 2 ? 2 : 4))
            let method = version == 0 ? 0 : UInt8(try reader.uint16() & 0xF)
            _ = try reader.uint16()
            let base = try reader.integer(bytes: baseSize)
            let extentCount = Int(try reader.uint16())
            guard extentCount <= 1 || offsetSize + lengthSize + indexSize > 0 else {
                throw CodecFailure.heif.corrupt("an item has extents without place and length")
            }
            var extents: [Extent] = []
            for _ in 0..<extentCount {
                _ = try reader.integer(bytes: indexSize)
                let (offset, overflow) = base.addingReportingOverflow(try reader.integer(bytes: offsetSize))
                guard !overflow else { throw CodecFailure.heif.corrupt("an item lies beyond any file") }
                extents.append(Extent(offset: offset, length: try reader.integer(bytes: lengthSize)))
            }
            items[id]?.constructionMethod = method
            items[id]?.extents = extents
        }
    }

    private mutating func readReferences(_ reader: inout BoxReader) throws(PluginError) {
        let idSize = try reader.versionAndFlags().version == 0 ? 2 : 4
        for box in try reader.boxes() {
            var entry = BoxReader(reader.data, in: box.payload)
            let source = UInt32(try entry.integer(bytes: idSize))
            for _ in 0..<(try entry.uint16()) {
                addReference(box.type, from: source, to: UInt32(try entry.integer(bytes: idSize)))
            }
        }
    }

    private mutating func readProperties(_ reader: inout BoxReader) throws(PluginError) {
        let boxes = try reader.boxes()
        for box in boxes where box.type == "ipco" {
            var content = BoxReader(reader.data, in: box.payload)
            for property in try content.boxes() {
                properties.append(try ItemProperty(property, in: reader.data))
            }
        }
        for box in boxes where box.type == "ipma" {
            var content = BoxReader(reader.data, in: box.payload)
            try readAssociations(&content)
        }
    }

    private mutating func readAssociations(_ reader: inout BoxReader) throws(PluginError) {
        let (version, flags) = try reader.versionAndFlags()
        let isWide = flags & 1 != 0
        for _ in 0..<(try reader.uint32()) {
            let id = UInt32(try reader.integer(bytes: version == 0 ? 2 : 4))
            for _ in 0..<(try reader.uint8()) {
                let word = isWide ? try reader.uint16() : UInt16(try reader.uint8())
                let place = Int(isWide ? word & 0x7FFF : word & 0x7F)
                let isEssential = word >> (isWide ? 15 : 7) == 1
                // The number 0 stands for no property.
                guard place > 0 else { continue }
                guard place <= properties.count else {
                    throw CodecFailure.heif.corrupt(
                        "an item has the property \(place) of \(properties.count)")
                }
                if isEssential, case .other(let type) = properties[place - 1],
                    !properties[place - 1].isUnderstood
                {
                    items[id]?.needsUnknown = type
                }
                items[id]?.properties.append(place - 1)
            }
        }
    }
}
