import Foundation

/// A tone curve of a colour profile: how much light a sample stands for, both 0...1.
///
/// Source: ICC.1:2022, sections 10.6 (`curv`) and 10.18 (`para`).
enum ICCCurve {
    case gamma(Double)
    /// Evenly spaced values, at least two of them, of 65,535.
    case table([UInt16])
    /// (ax + b)^g + e from d on, below that cx + f.
    case parametric(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)

    /// Reads an element; nil where it is damaged or of another type.
    init?(_ element: RawSpan) {
        let curve = element.holds(ascii: "curv", at: 0) ? Self.sampled(element) : Self.parametric(element)
        guard let curve else { return nil }
        self = curve
    }

    /// The light of a sample, not brought into 0...1.
    func light(of sample: Double) -> Double {
        switch self {
        case .gamma(let gamma): return pow(sample, gamma)
        case .table(let values):
            let position = sample * Double(values.count - 1)
            let index = min(max(Int(position), 0), values.count - 2)
            let (low, high) = (Double(values[index]), Double(values[index + 1]))
            return (low + (high - low) * (position - Double(index))) / 65_535
        case .parametric(let g, let a, let b, let c, let d, let e, let f):
            return sample >= d ? pow(max(a * sample + b, 0), g) + e : c * sample + f
        }
    }

    private static func sampled(_ element: RawSpan) -> ICCCurve? {
        // Longer tables are no use: a sample has 16 bits.
        guard let count = element.uint32(at: 8, .bigEndian), count <= 65_536 else { return nil }
        switch count {
        case 0: return .gamma(1)
        case 1: return element.uint16(at: 12, .bigEndian).map { .gamma(Double($0) / 256) }
        default:
            guard element.holds(Int(count) * 2, at: 12) else { return nil }
            return .table((0..<Int(count)).compactMap { element.uint16(at: 12 + $0 * 2, .bigEndian) })
        }
    }

    private static func parametric(_ element: RawSpan) -> ICCCurve? {
        guard element.holds(ascii: "para", at: 0), let type = element.uint16(at: 8, .bigEndian),
            type < 5, let count = [1, 3, 4, 5, 7].dropFirst(Int(type)).first
        else { return nil }
        let numbers = (0..<count).compactMap { element.fixed(at: 12 + $0 * 4) }
        guard numbers.count == count else { return nil }
        let g = numbers[0]
        guard count > 1 else { return .gamma(g) }
        let (a, b) = (numbers[1], numbers[2])
        switch type {
        case 1, 2:
            let offset = type == 2 ? numbers[3] : 0
            let start = a == 0 ? 0 : -b / a
            return .parametric(g: g, a: a, b: b, c: 0, d: start, e: offset, f: offset)
        default:
            let more = count > 5 ? (numbers[5], numbers[6]) : (0, 0)
            return .parametric(g: g, a: a, b: b, c: numbers[3], d: numbers[4], e: more.0, f: more.1)
        }
    }
}

extension RawSpan {
    /// The number with 16 bits before and 16 behind the point (`s15Fixed16`) at an offset, or nil.
    func fixed(at offset: Int) -> Double? {
        uint32(at: offset, .bigEndian).map { Double(Int32(bitPattern: $0)) / 65_536 }
    }
}
