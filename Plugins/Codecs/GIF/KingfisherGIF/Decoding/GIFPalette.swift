internal import KingfisherCore

/// The colours of an image as RGBA in memory order, 256 of them whatever the file has.
struct GIFPalette {
    /// As browsers do, an index without a colour is black.
    private static let black = UInt32(littleEndian: 0xFF00_0000)

    /// Red in the byte of the lowest address.
    let colors: [UInt32]

    init(of frame: GIFFrame, in structure: GIFStructure, _ bytes: RawSpan) {
        var colors = [UInt32](repeating: Self.black, count: 256)
        if let table = frame.table ?? structure.globalTable {
            for (index, offset) in stride(from: table.lowerBound, to: table.upperBound, by: 3).enumerated() {
                guard let red = bytes.byte(at: offset), let green = bytes.byte(at: offset + 1),
                    let blue = bytes.byte(at: offset + 2)
                else { break }
                colors[index] = UInt32(
                    littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000)
            }
        }
        if let transparent = frame.control.transparentIndex { colors[Int(transparent)] = 0 }
        self.colors = colors
    }
}
