import Testing

@testable import KingfisherProcessing

@Suite(.timeLimit(.minutes(1)))
struct RowCacheTests {
    @Test("A row is made once while it is held, and again after it gave way to another")
    func holds() throws {
        var cache = try RowCache<Float>(rowLength: 2, rowCount: 1)
        var made: [Int] = []
        func value(_ index: Int) -> Float {
            cache.row(index) { memory in
                made.append(index)
                memory[0] = Float(index)
                return UnsafePointer(memory)
            }[0]
        }
        // Four rows are held however few were asked for.
        #expect([0, 1, 2, 3, 2, 3, 0].map(value) == [0, 1, 2, 3, 2, 3, 0])
        #expect(made == [0, 1, 2, 3])
        #expect([4, 5, 1, 4].map(value) == [4, 5, 1, 4])
        #expect(made == [0, 1, 2, 3, 4, 5, 1])
    }

    @Test("A row that lies elsewhere is handed on without a copy")
    func elsewhere() throws {
        let row: [UInt8] = [7, 8]
        try row.withUnsafeBufferPointer { row in
            let start = try #require(row.baseAddress)
            var cache = try RowCache<UInt8>(rowLength: 2, rowCount: 9)
            #expect(cache.row(5) { _ in start } == start)
        }
    }

    @Test("Rows too long to keep are still given, four at a time")
    func longRows() throws {
        var cache = try RowCache<UInt8>(rowLength: 5 << 20, rowCount: 60)
        var made = 0
        for index in [0, 1, 2, 3, 4, 0] {
            _ = cache.row(index) { memory in
                made += 1
                return UnsafePointer(memory)
            }
        }
        #expect(made == 6)
    }
}
