import Foundation
import KingfisherCore
import Synchronization

/// The rows of an image in blocks, done one after the other or, above a megapixel, by all cores at once.
///
/// The calling thread does its share, so that a pool whose threads all process large images never waits for itself.
/// Between blocks, cancellation is looked for.
struct RowBlocks {
    private let rows: Int
    private let rowsPerBlock: Int
    private let workers: Int

    /// Blocks of about 64 Ki samples.
    /// - Parameter layout: The image that is written.
    init(_ layout: PixelLayout) {
        self.init(
            layout.height, perBlock: 65_536 / layout.samplesPerRow, pixels: layout.width * layout.height)
    }

    /// Blocks of a number of rows, at least 1.
    /// - Parameters:
    ///   - rows: Rows of the result.
    ///   - rowsPerBlock: Rows between two looks for cancellation.
    ///   - pixels: Pixels that have to be touched.
    init(_ rows: Int, perBlock rowsPerBlock: Int, pixels: Int) {
        self.rows = rows
        self.rowsPerBlock = max(rowsPerBlock, 1)
        workers = Self.workers(forPixels: pixels)
    }

    /// As few blocks as there are cores to work on them, for work that costs more in small ones.
    /// - Parameters:
    ///   - rows: Rows of the result.
    ///   - pixels: Pixels that have to be touched.
    init(fewestOf rows: Int, pixels: Int) {
        self.rows = rows
        workers = Self.workers(forPixels: pixels)
        rowsPerBlock = (rows + workers - 1) / workers
    }

    private static func workers(forPixels pixels: Int) -> Int {
        pixels > 1 << 20 ? ProcessInfo.processInfo.activeProcessorCount : 1
    }

    private var count: Int { (rows + rowsPerBlock - 1) / rowsPerBlock }

    private func rows(of block: Int) -> Range<Int> {
        block * rowsPerBlock..<min((block + 1) * rowsPerBlock, rows)
    }

    /// Calls `body` once for each block, from several threads; the first error ends it.
    /// - Throws: What `body` throws, or `CancellationError`.
    func run(_ body: (Range<Int>) throws -> Void) throws {
        guard workers > 1, count > 1 else {
            for block in 0..<count {
                try WorkCancellation.check()
                try body(rows(of: block))
            }
            return
        }
        // Safe: used only until `concurrentPerform` returns, by blocks that no two threads share.
        nonisolated(unsafe) let body = body
        let cancellation = WorkCancellation.sharedFlag()
        let next = Atomic(0)
        let failure = Lock<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: min(workers, count)) { _ in
            do {
                try cancellation.whileObserved {
                    while case let block = next.wrappingAdd(1, ordering: .relaxed).oldValue, block < count {
                        try WorkCancellation.check()
                        try unsafe body(rows(of: block))
                    }
                }
            } catch {
                cancellation.set()
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
