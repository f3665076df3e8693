import Foundation
import KingfisherCore
import KingfisherMemoryStorage

/// Measures the memory storage beside Foundation's NSCache, and replays traces. Called by Tools/bench/caches.
@main
enum MemoryCacheBenchmark {
    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "trace", let room = Int(arguments[3]) {
            let trace = try Data(contentsOf: URL(filePath: arguments[2]))
            for policy in [MemoryStorage.Policy.s3FIFO, .lru] {
                print(Replay(policy: policy, room: room).hitRatio(of: trace))
            }
        } else if arguments.count == 1 {
            try Speed().report()
        } else {
            FileHandle.standardError.write(Data("usage: memory-cache-bench [trace FILE ROOM]\n".utf8))
            exit(2)
        }
    }
}

/// A value with a cost, for both caches alike: NSCache takes objects only.
final class Thing: CacheCostCalculable, Sendable {
    let cacheCost: Int

    init(cost: Int) { cacheCost = cost }
}
