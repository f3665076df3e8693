/// What the `meta` box of a file says: the items, what they are made of, and how they belong together.
struct ItemTable {
    /// The item that stands for the whole file.
    var primaryID: UInt32?
    var items: [UInt32: Item] = [:]
    /// The properties, which items name by their place in this list.
    var properties: [ItemProperty] = []
    /// The content of the `idat` box, in the file.
    var inlineData: Range<Int>?
    private var targets: [ReferenceKey: [UInt32]] = [:]
    private var sources: [ReferenceKey: [UInt32]] = [:]

    private struct ReferenceKey: Hashable {
        let type: FourCC
        let item: UInt32
    }

    /// An item: an image, a recipe for one, or metadata.
    struct Item {
        /// `hvc1`, `av01`, `grid`, `Exif` and so on.
        var type: FourCC = ""
        /// The media type of a `mime` item.
        var contentType = ""
        /// 0: the extents are offsets into the file; 1: into `inlineData`.
        var constructionMethod: UInt8 = 0
        /// The parts that the content consists of.
        var extents: [Extent] = []
        /// Places in `properties`, in the order in which transformations are applied.
        var properties: [Int] = []
        /// Whether a property is essential that is not understood here.
        var needsUnknown: FourCC?
    }

    /// A part of an item's content.
    struct Extent {
        let offset: UInt64
        /// 0 means up to the end of what the offset points into.
        let length: UInt64
    }

    mutating func addReference(_ type: FourCC, from source: UInt32, to target: UInt32) {
        targets[ReferenceKey(type: type, item: source), default: []].append(target)
        sources[ReferenceKey(type: type, item: target), default: []].append(source)
    }

    /// The items that an item points to, in order.
    func targets(of type: FourCC, from item: UInt32) -> [UInt32] {
        targets[ReferenceKey(type: type, item: item)] ?? []
    }

    /// The items that point to an item.
    func sources(of type: FourCC, to item: UInt32) -> [UInt32] {
        sources[ReferenceKey(type: type, item: item)] ?? []
    }

    /// The properties of an item, in order.
    func properties(of item: UInt32) -> [ItemProperty] {
        (items[item]?.properties ?? []).map { properties[$0] }
    }

    /// The first answer that a property of an item gives.
    func property<Value>(of item: UInt32, _ value: (ItemProperty) -> Value?) -> Value? {
        for place in items[item]?.properties ?? [] {
            if let found = value(properties[place]) { return found }
        }
        return nil
    }
}
