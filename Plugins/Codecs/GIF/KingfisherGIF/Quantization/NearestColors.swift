/// Finds the colour of a palette that looks most like a given one.
///
/// Colour space is divided into cubes of 16 values a side. For a cube in which a first colour is looked for, the palette
/// is reduced to those that can be nearest to anything in it; what is found is always the nearest.
struct NearestColors {
    let colors: [RGB]
    /// For each cube, which part of `candidates` is its own; empty while nobody asked.
    private var parts = [Range<Int32>](repeating: 0..<0, count: 4096)
    private var candidates: [UInt8] = []

    /// - Parameter colors: The palette, 1 to 256 colours.
    init(_ colors: [RGB]) {
        self.colors = colors
    }

    /// The number of the nearest colour.
    mutating func nearest(to color: RGB) -> Int {
        let cube = (color.red &>> 4) &<< 8 | (color.green &>> 4) &<< 4 | color.blue &>> 4
        var part = parts[cube]
        if part.isEmpty {
            part = addCandidates(of: cube)
            parts[cube] = part
        }
        return candidates.withUnsafeBufferPointer { candidates in
            colors.withUnsafeBufferPointer { colors in
                var (best, least) = (0, Int.max)
                for position in Int(part.lowerBound)..<Int(part.upperBound) {
                    let index = Int(candidates[position])
                    let distance = colors[index].distance(to: color)
                    if distance < least { (best, least) = (index, distance) }
                }
                return best
            }
        }
    }

    /// The colours whose least distance from the cube is no more than the smallest of all largest distances.
    private mutating func addCandidates(of cube: Int) -> Range<Int32> {
        let low = RGB(red: (cube >> 8) << 4, green: (cube >> 4 & 15) << 4, blue: (cube & 15) << 4)
        var bound = Int.max
        let least = colors.map { color in
            let far = RGB(
                red: Self.farther(color.red, low.red), green: Self.farther(color.green, low.green),
                blue: Self.farther(color.blue, low.blue))
            bound = min(bound, color.distance(to: far))
            let near = RGB(
                red: min(max(color.red, low.red), low.red + 15),
                green: min(max(color.green, low.green), low.green + 15),
                blue: min(max(color.blue, low.blue), low.blue + 15))
            return color.distance(to: near)
        }
        let start = Int32(candidates.count)
        for index in colors.indices where least[index] <= bound { candidates.append(UInt8(index)) }
        return start..<Int32(candidates.count)
    }

    /// The end of a cube's side that lies farther from a value.
    private static func farther(_ value: Int, _ low: Int) -> Int {
        value - low > 7 ? low : low + 15
    }
}
