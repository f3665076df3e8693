/// Divides the colours of a histogram among boxes, always the box and at the place where it lessens the variance most.
///
/// Source: X. Wu, "Efficient Statistical Computations for Optimal Color Quantization", Graphics Gems II (1991); here on
/// lists of cells instead of tables of moments.
struct BoxSplitter {
    private struct Box {
        var range: Range<Int>
        /// The best cut, with what it gains; nil for a box of one cell.
        var cut: Cut?
    }

    private struct Cut {
        var axis: Axis
        /// Colours below go left.
        var position: Int
        var gain: Double
    }

    /// Sums of a part of a box.
    private struct Moments {
        var count = 0.0
        var red = 0.0
        var green = 0.0
        var blue = 0.0

        mutating func add(_ cell: ColorHistogram.Cell) {
            count += Double(cell.count)
            red += Double(cell.red)
            green += Double(cell.green)
            blue += Double(cell.blue)
        }

        mutating func add(_ other: Moments) {
            count += other.count
            red += other.red
            green += other.green
            blue += other.blue
        }

        func without(_ other: Moments) -> Moments {
            Moments(
                count: count - other.count, red: red - other.red, green: green - other.green,
                blue: blue - other.blue)
        }

        /// What the mean explains of the sum of squares; the more over both parts, the less variance is left.
        var explained: Double {
            guard count > 0 else { return 0 }
            let weights = RGB.weights
            return
                (Double(weights.red) * red * red + Double(weights.green) * green * green
                + Double(weights.blue) * blue * blue) / count
        }
    }

    private var cells: [(color: RGB, cell: ColorHistogram.Cell)]

    init(_ histogram: ColorHistogram) {
        cells = histogram.cells.map { ($0.mean, $0) }
    }

    /// The mean colours of as many boxes as asked for, or of as many as there are cells.
    mutating func means(_ count: Int) -> [RGB] {
        guard !cells.isEmpty else { return [] }
        var boxes = [box(cells.indices)]
        while boxes.count < count {
            let gains = boxes.map { $0.cut?.gain ?? -1 }
            guard let widest = gains.indices.max(by: { gains[$0] < gains[$1] }), let cut = boxes[widest].cut
            else { break }
            let range = boxes[widest].range
            let middle = cells[range].partition { $0.color[cut.axis] >= cut.position }
            boxes[widest] = box(range.lowerBound..<middle)
            boxes.append(box(middle..<range.upperBound))
        }
        return boxes.map { box in
            var sum = ColorHistogram.Cell()
            for entry in cells[box.range] { sum.add(entry.cell) }
            return sum.mean
        }
    }

    private func box(_ range: Range<Int>) -> Box {
        let cuts = Axis.allCases.compactMap { bestCut(range, along: $0) }
        return Box(range: range, cut: cuts.max { $0.gain < $1.gain })
    }

    /// The place along an axis where two boxes instead of one gain most; nil where all colours are alike on it.
    private func bestCut(_ range: Range<Int>, along axis: Axis) -> Cut? {
        var bins = [Moments](repeating: Moments(), count: 256)
        var whole = Moments()
        for entry in cells[range] {
            bins[entry.color[axis]].add(entry.cell)
            whole.add(entry.cell)
        }
        var best: Cut?
        var below = Moments()
        for value in 0..<255 {
            below.add(bins[value])
            let above = whole.without(below)
            guard bins[value].count > 0, above.count > 0.5 else { continue }
            let gain = below.explained + above.explained - whole.explained
            if gain > best?.gain ?? -1 { best = Cut(axis: axis, position: value + 1, gain: gain) }
        }
        return best
    }
}

private enum Axis: CaseIterable {
    case red
    case green
    case blue
}

extension RGB {
    fileprivate subscript(axis: Axis) -> Int {
        switch axis {
        case .red: red
        case .green: green
        case .blue: blue
        }
    }
}
