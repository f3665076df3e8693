/// Counts the colours of pixels as they pass, up to as many as a palette holds.
struct ColorCensus {
    /// The most a palette holds.
    static let capacity = 256

    /// The colours in the order they were met: red in the lowest byte, alpha in the highest.
    private(set) var colors: [UInt32] = []
    /// Open addressing; an index into `colors`, or -1. Eight times as long as it ever gets full.
    private var slots = [Int16](repeating: -1, count: 2048)
    private var last: (color: UInt32, index: Int)?

    /// Counts the colours of pixels of four or three bytes.
    /// - Returns: Whether they are not too many; after false it is of no further use.
    mutating func add(_ pixels: UnsafeRawBufferPointer, channels: Int) -> Bool {
        for offset in stride(from: 0, to: pixels.count, by: channels) {
            let color = Self.color(pixels, offset, channels)
            if last?.color == color { continue }
            guard let index = index(of: color) ?? insert(color) else { return false }
            last = (color, index)
        }
        return true
    }

    /// The place of a colour among `colors`.
    func index(of color: UInt32) -> Int? {
        var slot = Self.slot(color)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if colors[index] == color { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds a colour that is not there yet; its place, or nil when there is none left.
    mutating func insert(_ color: UInt32) -> Int? {
        guard colors.count < Self.capacity else { return nil }
        var slot = Self.slot(color)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int16(colors.count)
        colors.append(color)
        return colors.count - 1
    }

    static func color(_ pixels: UnsafeRawBufferPointer, _ offset: Int, _ channels: Int) -> UInt32 {
        if channels == 4 {
            return UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        return UInt32(pixels[offset]) | UInt32(pixels[offset + 1]) << 8 | UInt32(pixels[offset + 2]) << 16
            | 0xFF00_0000
    }

    private static func slot(_ color: UInt32) -> Int {
        Int((color &* 0x9E37_79B1) >> 21)
    }
}
