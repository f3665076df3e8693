/// A pixel, and the table of those seen lately that both directions keep.
struct QOIPixel: Equatable {
    var red: UInt8 = 0
    var green: UInt8 = 0
    var blue: UInt8 = 0
    var alpha: UInt8 = 255

    /// Its place in the table of 64 pixels.
    var slot: Int {
        (Int(red) * 3 + Int(green) * 5 + Int(blue) * 7 + Int(alpha) * 11) % 64
    }

    static let emptyTable = [QOIPixel](repeating: QOIPixel(alpha: 0), count: 64)
}

/// The two highest bits of a chunk, or all eight.
enum QOIOp {
    static let index: UInt8 = 0b00_000000
    static let difference: UInt8 = 0b01_000000
    static let luma: UInt8 = 0b10_000000
    static let run: UInt8 = 0b11_000000
    static let rgb: UInt8 = 0b1111_1110
    static let rgba: UInt8 = 0b1111_1111
    static let mask: UInt8 = 0b11_000000
    static let longestRun = 62
}
