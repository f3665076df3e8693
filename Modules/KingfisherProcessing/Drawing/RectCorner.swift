/// Corners of a rectangle.
public struct RectCorner: OptionSet, Hashable, Sendable {
    /// The corners as bits.
    public let rawValue: Int

    /// Makes a set of corners.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The upper left corner.
    public static let topLeft = RectCorner(rawValue: 1)
    /// The upper right corner.
    public static let topRight = RectCorner(rawValue: 2)
    /// The lower left corner.
    public static let bottomLeft = RectCorner(rawValue: 4)
    /// The lower right corner.
    public static let bottomRight = RectCorner(rawValue: 8)
    /// All four.
    public static let all: RectCorner = [.topLeft, .topRight, .bottomLeft, .bottomRight]

    /// What identifiers say: nothing for all corners.
    var identifier: String {
        let bits = rawValue & Self.all.rawValue
        return bits == Self.all.rawValue ? "" : "_corner(\(bits))"
    }
}
