internal import Foundation
internal import KingfisherCore

/// Follows the references of a file from an item to the coded images it is made of.
struct ItemImageBuilder {
    private let file: HEIFFile
    /// Configurations by the place of their property: the tiles of a grid share one.
    private var codecs: [Int: ItemImage.Codec] = [:]
    private var itemCount = 0

    /// A grid of 256 by 256 tiles, each with an alpha image; more is no photo.
    private static let mostItems = 1 << 17
    /// References are followed so far; files of cameras have two levels.
    private static let deepest = 6

    init(_ file: HEIFFile) {
        self.file = file
    }

    /// Describes an item.
    /// - Throws: `PluginError`: `.unsupportedFeature` for kinds of items that are not decoded here.
    mutating func image(_ id: UInt32) throws(PluginError) -> ItemImage {
        try image(id, Place(depth: 0, isAlpha: false, colors: nil))
    }

    /// Where in the tree of images an item stands.
    private struct Place {
        /// How many images it is a part of.
        let depth: Int
        /// Whether it is transparency, which has none itself.
        let isAlpha: Bool
        /// The code points of what it is a part of, which hold where it has none.
        let colors: ColorCodePoints?
    }

    private mutating func image(_ id: UInt32, _ place: Place) throws(PluginError) -> ItemImage {
        itemCount += 1
        guard place.depth < Self.deepest, itemCount <= Self.mostItems else {
            throw CodecFailure.heif.corrupt("its images refer to each other without end")
        }
        guard let item = file.table.items[id] else {
            throw CodecFailure.heif.corrupt("there is no item \(id)")
        }
        if let property = item.needsUnknown {
            throw CodecFailure.heif.unsupported("an image needs the property “\(property)”")
        }
        let alphaID = place.isAlpha ? nil : alphaItem(of: id)
        var alpha: ItemImage.Shared?
        if let alphaID {
            alpha = .init(try image(alphaID, Place(depth: place.depth + 1, isAlpha: true, colors: nil)))
        }
        let colors = codePoints(of: id) ?? place.colors
        let parts = try parts(
            of: id, item, Place(depth: place.depth + 1, isAlpha: place.isAlpha, colors: colors))
        return ItemImage(
            id: id, source: parts.source, width: parts.size.width, height: parts.size.height,
            steps: steps(of: id), colors: colors, isMonochrome: parts.isMonochrome,
            bitDepth: parts.bitDepth, alpha: alpha,
            isPremultiplied: alphaID.map { file.table.targets(of: "prem", from: id).contains($0) } ?? false)
    }

    private struct Parts {
        let source: ItemImage.Source
        let size: CodedSize
        let isMonochrome: Bool
        let bitDepth: Int

        init(_ source: ItemImage.Source, _ size: CodedSize, isMonochrome: Bool, bitDepth: Int) {
            (self.source, self.size) = (source, size)
            (self.isMonochrome, self.bitDepth) = (isMonochrome, bitDepth)
        }

        init(_ source: ItemImage.Source, _ size: CodedSize, of images: [ItemImage]) {
            self.init(
                source, size, isMonochrome: images.allSatisfy(\.isMonochrome),
                bitDepth: images.map(\.bitDepth).max() ?? 8)
        }
    }

    private mutating func parts(
        of id: UInt32, _ item: ItemTable.Item, _ place: Place
    ) throws(PluginError) -> Parts {
        switch item.type {
        case "hvc1", "av01": return try codedParts(of: id, item)
        case "grid":
            let grid = try DerivedImage.Grid(try file.content(of: id))
            let ids = file.table.targets(of: "dimg", from: id)
            guard ids.count == grid.columns * grid.rows else {
                throw CodecFailure.heif.corrupt(
                    "a grid of \(grid.columns) by \(grid.rows) images has \(ids.count) of them")
            }
            // One tells whether it is worth while to look at thousands.
            try grid.check([try image(ids[0], place)])
            let tiles = try sources(of: id, place)
            try grid.check(tiles)
            return Parts(.grid(columns: grid.columns, tiles: tiles), grid.size, of: tiles)
        case "iovl":
            let images = try sources(of: id, place)
            let overlay = try DerivedImage.Overlay(try file.content(of: id), layers: images.count)
            let layers = zip(images, overlay.corners).map { ItemImage.Layer(image: $0, x: $1.x, y: $1.y) }
            return Parts(.overlay(background: overlay.background, layers: layers), overlay.size, of: images)
        case "iden":
            let images = try sources(of: id, place)
            guard images.count == 1 else { throw CodecFailure.heif.corrupt("a derived image has no source") }
            let size = try images[0].steps.applied(toWidth: images[0].width, height: images[0].height)
            return Parts(
                .same(.init(images[0])), CodedSize(width: size.width, height: size.height), of: images)
        default: throw CodecFailure.heif.unsupported("an image is of the kind “\(item.type)”")
        }
    }

    private mutating func sources(of id: UInt32, _ place: Place) throws(PluginError) -> [ItemImage] {
        var images: [ItemImage] = []
        for source in file.table.targets(of: "dimg", from: id) {
            images.append(try image(source, place))
        }
        return images
    }

    private mutating func codedParts(of id: UInt32, _ item: ItemTable.Item) throws(PluginError) -> Parts {
        let isAV1 = item.type == "av01"
        let codec = try codec(of: item, isAV1 ? "av1C" : "hvcC")
        let stated = file.table.property(of: id) {
            if case .size(let width, let height) = $0 { CodedSize(width: width, height: height) } else { nil }
        }
        switch codec {
        case .hevc(let configuration):
            guard let size = stated ?? configuration.size else { throw Self.sizeless }
            return Parts(
                .coded(codec), size, isMonochrome: configuration.isMonochrome,
                bitDepth: configuration.bitDepth)
        case .av1(let configuration, _):
            let length = try layerLength(of: id)
            var size = stated
            if size == nil { size = configuration.headers(in: try file.content(of: id)).first?.size }
            guard let size else { throw Self.sizeless }
            return Parts(
                .coded(.av1(configuration, length: length)), size, isMonochrome: configuration.isMonochrome,
                bitDepth: configuration.bitDepth)
        }
    }

    private static let sizeless = CodecFailure.heif.corrupt("an image has no size")

    private mutating func codec(
        of item: ItemTable.Item, _ type: FourCC
    ) throws(PluginError) -> ItemImage.Codec {
        for place in item.properties {
            guard case .codecConfiguration(type, let range) = file.table.properties[place] else { continue }
            if let known = codecs[place] { return known }
            let codec: ItemImage.Codec =
                type == "av1C"
                ? .av1(try AV1Configuration(range, in: file.data), length: nil)
                : .hevc(try HEVCConfiguration(range, in: file.data))
            codecs[place] = codec
            return codec
        }
        throw CodecFailure.heif.corrupt("an image lacks the property “\(type)”")
    }

    /// The bytes of an AV1 item up to the layer that is to be shown; nil for all of them.
    private func layerLength(of id: UInt32) throws(PluginError) -> Int? {
        let layer = file.table.property(of: id) { if case .layer(let layer) = $0 { Int(layer) } else { nil } }
        let sizes = file.table.property(of: id) { if case .layerSizes(let sizes) = $0 { sizes } else { nil } }
        guard let layer, layer < 3, let sizes else { return nil }
        let used = sizes.prefix(layer + 1)
        // The last layer has no size of its own.
        return used.contains(0) ? nil : used.reduce(0, +)
    }

    private func steps(of id: UInt32) -> [Transformation] {
        file.table.properties(of: id).compactMap {
            if case .transformation(let step) = $0 { step } else { nil }
        }
    }

    private func codePoints(of id: UInt32) -> ColorCodePoints? {
        file.table.property(of: id) { if case .codePoints(let colors) = $0 { colors } else { nil } }
    }

    private func alphaItem(of id: UInt32) -> UInt32? {
        file.table.sources(of: "auxl", to: id).first { auxiliary in
            file.table.property(of: auxiliary) { property -> Bool? in
                guard case .auxiliaryType(let type) = property else { return nil }
                return Self.alphaTypes.contains(type) ? true : nil
            } ?? false
        }
    }

    private static let alphaTypes: Set = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
        "urn:mpeg:avc:2015:auxid:1",
    ]
}
