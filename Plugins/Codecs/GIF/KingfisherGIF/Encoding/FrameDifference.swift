internal import KingfisherCore

/// What of a picture has to be drawn over what is shown, and what has to go before the next picture can be.
struct FrameDifference {
    /// The smallest rectangle that does it; a pixel where nothing changes, since a frame needs one.
    let part: CanvasPart
    /// The pixels of the part, absent where what is shown is right already or nothing is to be seen.
    let changes: Pixels
    /// Whether the part becomes transparent afterwards, as the next picture has gaps where this one has none.
    let isCleared: Bool

    /// - Parameters:
    ///   - picture: What is to be seen.
    ///   - shown: What is seen before, which has gaps wherever the picture has.
    ///   - next: What is to be seen next; nil at the end.
    init(_ picture: Pixels, over shown: [UInt32], before next: Pixels?) {
        let drawn = picture.bounds { picture.values[$0] != shown[$0] }
        let leaving = next.flatMap { next in
            picture.bounds { picture.values[$0] != 0 && next.values[$0] == 0 }
        }
        let part = Self.union(drawn, leaving) ?? CanvasPart(columns: 0..<1, rows: 0..<1)
        var values: [UInt32] = []
        values.reserveCapacity(part.columns.count * part.rows.count)
        for row in part.rows {
            let start = row * picture.width
            for index in start + part.columns.lowerBound..<start + part.columns.upperBound {
                let value = picture.values[index]
                values.append(value == shown[index] ? 0 : value)
            }
        }
        self.part = part
        changes = Pixels(width: part.columns.count, values: values)
        isCleared = leaving != nil
    }

    private static func union(_ first: CanvasPart?, _ second: CanvasPart?) -> CanvasPart? {
        guard let first, let second else { return first ?? second }
        func around(_ first: Range<Int>, _ second: Range<Int>) -> Range<Int> {
            min(first.lowerBound, second.lowerBound)..<max(first.upperBound, second.upperBound)
        }
        return CanvasPart(
            columns: around(first.columns, second.columns), rows: around(first.rows, second.rows))
    }
}

extension Pixels {
    /// The smallest rectangle around the pixels of which something holds; nil where there are none.
    fileprivate func bounds(where holds: (_ index: Int) -> Bool) -> CanvasPart? {
        var columns: Range<Int>?
        var rows: Range<Int>?
        for row in 0..<height {
            let line = row * width..<(row + 1) * width
            guard let first = line.first(where: holds), let last = line.last(where: holds) else { continue }
            let (left, right) = (first - line.lowerBound, last - line.lowerBound + 1)
            columns = min(left, columns?.lowerBound ?? left)..<max(right, columns?.upperBound ?? right)
            rows = (rows?.lowerBound ?? row)..<row + 1
        }
        guard let columns, let rows else { return nil }
        return CanvasPart(columns: columns, rows: rows)
    }

    /// Makes a rectangle absent.
    mutating func clear(_ part: CanvasPart) {
        for row in part.rows {
            for column in part.columns { values[row * width + column] = 0 }
        }
    }
}
