/// Finds slots by the hashes of their keys: open addressing, so that a look-up is mostly one step in one array.
///
/// The caller hashes a key once, and everything that needs the hash takes it from there.
struct SlotTable: Sendable {
    private struct Cell {
        var hash: Int
        /// The slot, -1 in an empty cell.
        var slot: Int
    }

    private static let empty = Cell(hash: 0, slot: -1)

    private var cells: [Cell] = []
    private(set) var count = 0
    private var mask: Int { cells.count - 1 }

    /// The slot of a hash for which `matches` is true: different keys can have one hash.
    func slot(of hash: Int, where matches: (Int) -> Bool) -> Int? {
        guard !cells.isEmpty else { return nil }
        var place = hash & mask
        while cells[place].slot >= 0 {
            if cells[place].hash == hash, matches(cells[place].slot) { return cells[place].slot }
            place = (place + 1) & mask
        }
        return nil
    }

    /// Adds a slot that is not there.
    mutating func insert(_ slot: Int, hash: Int) {
        if (count + 1) * 2 > cells.count { grow() }
        put(Cell(hash: hash, slot: slot))
        count += 1
    }

    /// Takes out a slot that is there.
    mutating func remove(_ slot: Int, hash: Int) {
        var hole = hash & mask
        while cells[hole].slot != slot { hole = (hole + 1) & mask }
        count -= 1
        // Those behind that would not be found across the hole move into it.
        var place = (hole + 1) & mask
        while cells[place].slot >= 0 {
            let home = cells[place].hash & mask
            if (place - home) & mask >= (place - hole) & mask {
                cells[hole] = cells[place]
                hole = place
            }
            place = (place + 1) & mask
        }
        cells[hole] = Self.empty
    }

    private mutating func put(_ cell: Cell) {
        var place = cell.hash & mask
        while cells[place].slot >= 0 { place = (place + 1) & mask }
        cells[place] = cell
    }

    private mutating func grow() {
        let old = cells
        cells = Array(repeating: Self.empty, count: max(16, old.count * 2))
        for cell in old where cell.slot >= 0 { put(cell) }
    }
}
