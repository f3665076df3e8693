/// The colours of pictures that have few of them, each with its number, in the order in which they appear.
struct ExactPalette {
    private static let slotCount = 1024

    /// The colours, as values of `Pixels`.
    private(set) var colors: [UInt32] = []
    private let limit: Int
    /// A hash table with open addressing: 0 where a slot is free, else the colour; and its number.
    private var keys = [UInt32](repeating: 0, count: slotCount)
    private var numbers = [UInt8](repeating: 0, count: slotCount)

    /// - Parameter limit: The most colours to take, at most 256.
    init(limit: Int) {
        self.limit = min(limit, 256)
    }

    /// Takes different colours as they are.
    init(of colors: [UInt32]) {
        self.init(limit: 256)
        _ = take(colors)
    }

    /// Takes the colours of all opaque pixels; false, as soon as there are more than the limit.
    mutating func take(_ pixels: [UInt32]) -> Bool {
        var last: UInt32 = 0
        for pixel in pixels where pixel != 0 && pixel != last {
            last = pixel
            let slot = slot(of: pixel)
            if keys[slot] == pixel { continue }
            guard colors.count < limit else { return false }
            keys[slot] = pixel
            numbers[slot] = UInt8(colors.count)
            colors.append(pixel)
        }
        return true
    }

    /// Whether every opaque pixel has one of the colours.
    func covers(_ pixels: [UInt32]) -> Bool {
        var last: UInt32 = 0
        for pixel in pixels where pixel != 0 && pixel != last {
            if keys[slot(of: pixel)] != pixel { return false }
            last = pixel
        }
        return true
    }

    /// The numbers of the pixels' colours, which must be among those taken.
    func indices(of pixels: [UInt32], absent: UInt8) -> [UInt8] {
        pixels.map { $0 == 0 ? absent : numbers[slot(of: $0)] }
    }

    /// Where the colour stands, or is to stand. A quarter of the slots is used at most, so one is always free.
    private func slot(of color: UInt32) -> Int {
        var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) &>> 22)
        while keys[slot] != 0, keys[slot] != color { slot = (slot + 1) % Self.slotCount }
        return slot
    }
}
