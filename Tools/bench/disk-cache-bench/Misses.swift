import Foundation
import KingfisherDiskStorage

/// Asks for what is not there.
struct Misses {
    private static let count = 10_000

    let storage: DiskStorage.Backend<Data>
    private let keys = (0..<count).map { "https://example.com/not/there/\($0).jpg" }

    init(storage: DiskStorage.Backend<Data>) {
        self.storage = storage
    }

    /// Opens a folder with a few values and waits until it is listed.
    init(config: DiskStorage.Config) throws {
        storage = try DiskStorage.Backend(config: config)
        for number in 0..<100 { try storage.store(value: Data(count: 1000), forKey: "\(number)") }
        Thread.sleep(forTimeInterval: 1)
    }

    /// The misses alone, marked for whoever traces system calls.
    func run() throws {
        // A thread's first lock asks for the thread's number.
        _ = try storage.value(forKey: "first")
        mark()
        for key in keys where try storage.value(forKey: key) != nil { fatalError("found \(key)") }
        mark()
    }

    func report() throws {
        let clock = ContinuousClock()
        let times = try (0..<15).map { _ in
            try clock.measure { for key in keys { _ = try storage.value(forKey: key) } }
        }
        print("miss: \(microseconds((times.min() ?? .zero) / Self.count)) µs")
    }

    private func mark() {
        close(open("/dev/null", O_RDONLY))
    }
}
