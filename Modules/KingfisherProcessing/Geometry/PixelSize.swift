/// A size in whole pixels, both sides at least 1.
struct PixelSize: Hashable, Sendable {
    let width: Int
    let height: Int
}
