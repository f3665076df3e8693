/// The colours of a picture, gathered in cells of 5 bits of red, 6 of green and 5 of blue.
struct ColorHistogram {
    /// Pixels of similar colour.
    struct Cell {
        var count = 0
        var red = 0
        var green = 0
        var blue = 0

        /// Their mean colour.
        var mean: RGB {
            let half = count / 2
            return RGB(red: (red + half) / count, green: (green + half) / count, blue: (blue + half) / count)
        }

        mutating func add(_ other: Cell) {
            count += other.count
            red += other.red
            green += other.green
            blue += other.blue
        }
    }

    /// The cells that have pixels.
    let cells: [Cell]

    init(_ pixels: [UInt32]) {
        var all = [Cell](repeating: Cell(), count: 1 << 16)
        all.withUnsafeMutableBufferPointer { all in
            for pixel in pixels where pixel != 0 {
                let color = RGB(pixel)
                let index = (color.red &>> 3) &<< 11 | (color.green &>> 2) &<< 5 | color.blue &>> 3
                all[index].count &+= 1
                all[index].red &+= color.red
                all[index].green &+= color.green
                all[index].blue &+= color.blue
            }
        }
        cells = all.filter { $0.count > 0 }
    }
}
