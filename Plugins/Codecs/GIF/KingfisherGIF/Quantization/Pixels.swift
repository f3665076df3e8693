/// A picture of opaque and absent pixels: red, green, blue and 255 in memory order, or 0 where there is none.
struct Pixels {
    let width: Int
    var values: [UInt32]

    var height: Int { width == 0 ? 0 : values.count / width }
}

/// The colour of an opaque pixel.
struct RGB: Hashable {
    var red: Int
    var green: Int
    var blue: Int

    init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Takes the colour of a value of `Pixels`.
    init(_ value: UInt32) {
        let value = UInt32(littleEndian: value)
        red = Int(value & 0xFF)
        green = Int(value &>> 8 & 0xFF)
        blue = Int(value &>> 16 & 0xFF)
    }

    /// How different two colours look: red, green and blue count 2, 4 and 3 times.
    ///
    /// A fixed form of T. Riemersma's "Colour metric" (CompuPhase, 1999): close enough to the eye for choosing among
    /// neighbours, and whole numbers.
    func distance(to other: RGB) -> Int {
        let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
        return Self.weights.red * red * red + Self.weights.green * green * green
            + Self.weights.blue * blue * blue
    }

    static let weights = RGB(red: 2, green: 4, blue: 3)
}
