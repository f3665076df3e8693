import Foundation
import KingfisherDiskStorage
import Synchronization

/// Stores many values by several threads under a size limit, and watches the folder meanwhile.
final class Flood: Sendable {
    private struct State {
        var (stored, looks, most, failures, missing) = (0, 0, 0, 0, 0)
        var isDone = false
    }

    private static let threads = 8
    private static let sizes = [3_000, 20_000, 100_000, 400_000]

    private let storage: DiskStorage.Backend<Data>
    private let limit: Int
    private let state = Mutex(State())

    init(_ storage: DiskStorage.Backend<Data>, limit: Int) {
        self.storage = storage
        self.limit = limit
    }

    /// Stores so many bytes and prints what came of it, one count a line.
    func run(bytes: Int) {
        Thread.detachNewThread { [self] in watch() }
        DispatchQueue.concurrentPerform(iterations: Self.threads) { store(on: $0, upTo: bytes) }
        let state = state.withLock { state in
            state.isDone = true
            return state
        }
        say("stored \(state.stored)")
        say("looks at the folder \(state.looks)")
        say("most bytes \(state.most)")
        say("over the limit by \(max(state.most - limit, 0))")
        say("failures \(state.failures)")
        say("missing just after their store \(state.missing)")
    }

    private func store(on thread: Int, upTo bytes: Int) {
        var number = 0
        while state.withLock({ $0.stored }) < bytes {
            let size = Self.sizes[(number + thread) % Self.sizes.count]
            let value = Data(repeating: UInt8(truncatingIfNeeded: number), count: size)
            let key = "\(getpid())-\(thread)-\(number)"
            var (failed, missing) = (0, 0)
            do {
                try storage.store(value: value, forKey: key)
                if try storage.value(forKey: key) != value { missing = 1 }
            } catch {
                failed = 1
            }
            state.withLock { state in
                state.stored += size
                state.failures += failed
                state.missing += missing
            }
            number += 1
        }
    }

    private func watch() {
        while !state.withLock({ $0.isDone }) {
            let size = folderSize()
            state.withLock { state in
                state.most = max(state.most, size)
                state.looks += 1
            }
        }
    }

    /// The bytes of the files in the folder, by asking the file system.
    private func folderSize() -> Int {
        let folder = storage.directoryURL.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.reduce(0) { sum, name in
            var status = stat()
            return stat("\(folder)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}
