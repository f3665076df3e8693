/// Text in columns.
enum Table {
    /// A line with each cell brought to the width of its column; the last one is left as it is.
    static func row(_ cells: [String], widths: [Int]) -> String {
        zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: max(width - cell.count, 0))
        }.joined(separator: " ").trimmingTrailingSpaces
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
