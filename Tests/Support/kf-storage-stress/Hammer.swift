import Foundation
import KingfisherDiskStorage
import Synchronization

/// Threads that store, read, remove and clean for a time. Each has keys of its own, of which it knows what must be
/// there, and reads those of all others, which must be whole.
final class Hammer: Sendable {
    private static let threads = 4
    private static let keysEach = 40

    private let storage: DiskStorage.Backend<Data>
    private let seed: Int
    private let counts = Mutex<[String: Int]>([:])

    init(_ storage: DiskStorage.Backend<Data>, seed: Int) {
        self.storage = storage
        self.seed = seed
    }

    /// Works for so many seconds, then prints what was done and what was wrong, one count a line.
    func run(seconds: Double) {
        let end = ContinuousClock.now + .seconds(seconds)
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
            while ContinuousClock.now < end { work(thread) }
        }
        for (what, count) in counts.withLock({ $0.sorted { $0.key < $1.key } }) { say("\(what) \(count)") }
    }

    private func count(_ what: String) {
        counts.withLock { $0[what, default: 0] += 1 }
    }

    private func fault(_ message: String) {
        count("faults")
        FileHandle.standardError.write(Data("kf-storage-stress: \(message)\n".utf8))
    }

    /// Stores each key, and sees to it that each is as it was left.
    private func work(_ thread: Int) {
        var left: [String: Int] = [:]
        for step in 0..<4 * Self.keysEach {
            let key = Self.key(process: seed, thread: thread, number: .random(in: 0..<Self.keysEach))
            do {
                switch Int.random(in: 0..<10) {
                case 0:
                    try storage.remove(forKey: key)
                    left[key] = nil
                    if try storage.value(forKey: key) != nil {
                        fault("\(key) is there though it was removed")
                    }
                    count("removed")
                case 1...4:
                    try storage.store(value: payload(key, salt: step), forKey: key)
                    left[key] = step
                    count("stored")
                case 5: try readOther()
                default: try check(key, left[key])
                }
                if Int.random(in: 0..<200) == 0 {
                    _ = try storage.removeExpiredValues()
                    count("cleaned")
                }
            } catch {
                fault("\(error)")
            }
        }
        for (key, salt) in left {
            do { try check(key, salt) } catch { fault("\(error)") }
        }
    }

    private func check(_ key: String, _ expected: Int?) throws {
        guard let expected else { return }
        guard let data = try storage.value(forKey: key) else { return fault("\(key) is lost") }
        if salt(of: data, key: key) != expected { fault("\(key) has other bytes than were stored last") }
        count("read")
    }

    private func readOther() throws {
        let key = Self.key(
            process: .random(in: 0..<4), thread: .random(in: 0..<Self.threads),
            number: .random(in: 0..<Self.keysEach))
        guard let data = try storage.value(forKey: key) else { return count("missed") }
        if salt(of: data, key: key) == nil { fault("a part of a value, or a mixture, was read for \(key)") }
        count("read of others")
    }

    private static func key(process: Int, thread: Int, number: Int) -> String {
        "http://example.com/\(process)/\(thread)/\(number).jpg"
    }
}
