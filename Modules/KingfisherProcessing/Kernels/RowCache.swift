import KingfisherCore

/// Rows made on demand and kept while the next rows of a result need them again.
///
/// Any number of kept rows from `groupSize` up gives the same result; fewer rows than a filter reaches over are
/// made anew for each row of the result, which bounds the memory of extreme shrinking.
// Safe: its own rows lie in memory that goes with it, those from elsewhere are kept by the one call that makes it, and
// reading a row is marked.
@safe struct RowCache<Element: BitwiseCopyable>: ~Copyable {
    /// How many neighbouring rows can be in use at once.
    static var groupSize: Int { 4 }
    private static var byteBudget: Int { 16 << 20 }

    private let memory: Scratch<Element>
    private let rowLength: Int
    private var held: [Int]
    private var rows: [UnsafePointer<Element>]

    /// - Parameters:
    ///   - rowLength: Elements of a row.
    ///   - rowCount: Rows that are needed again, if memory allows.
    init(rowLength: Int, rowCount: Int) throws(PluginError) {
        let bookkeeping = MemoryLayout<Int>.stride * 2
        let affordable = Self.byteBudget / (rowLength * MemoryLayout<Element>.stride + bookkeeping)
        let capacity = max(min(rowCount, affordable), Self.groupSize)
        memory = try Scratch(count: rowLength * capacity)
        self.rowLength = rowLength
        held = Array(repeating: -1, count: capacity)
        unsafe rows = Array(repeating: UnsafePointer(memory.start), count: capacity)
    }

    /// The row, made by `make` unless it is still held.
    ///
    /// - Parameter make: Fills the memory it is given, or returns a row that lies elsewhere.
    mutating func row(
        _ index: Int, make: (UnsafeMutablePointer<Element>) -> UnsafePointer<Element>
    ) -> UnsafePointer<Element> {
        let slot = index % held.count
        if held[slot] != index {
            held[slot] = index
            unsafe rows[slot] = unsafe make(memory.start + slot * rowLength)
        }
        return unsafe rows[slot]
    }
}
