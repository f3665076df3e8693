import Foundation
import KingfisherDiskStorage

/// Times reads and stores beside the system calls that anybody needs for them.
struct Speed {
    private static let files = 200
    private static let rounds = 15

    let storage: DiskStorage.Backend<Data>
    private let folder: String

    init(config: DiskStorage.Config) throws {
        storage = try DiskStorage.Backend(config: config)
        folder = config.directory.appendingPathComponent("plain").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func run() throws {
        for size in [10_000, 400_000] {
            let value = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let keys = (0..<Self.files).map { "https://example.com/pictures/\(size)/\($0).jpg" }
            try compare(
                "store \(size) bytes", "write to a temporary file, rename",
                { round, number in
                    try storage.store(value: value, forKey: keys[number] + "?\(round)")
                },
                { round, number in write(value, to: "\(folder)/\(size)-\(number)-\(round)") })
            for key in keys { try storage.store(value: value, forKey: key) }
            for number in keys.indices { write(value, to: "\(folder)/\(size)-\(number)") }
            for mapsFrom in [nil, 100_000] as [UInt?] where mapsFrom ?? 0 < size {
                storage.config.mapsValuesFrom = mapsFrom
                try compare(
                    mapsFrom == nil ? "read \(size) bytes" : "map \(size) bytes", "open, read, close",
                    { _, number in
                        guard try storage.value(forKey: keys[number])?.count == size else {
                            fatalError("lost")
                        }
                    },
                    { _, number in
                        guard read("\(folder)/\(size)-\(number)", size) == size else { fatalError("lost") }
                    })
            }
        }
        try Misses(storage: storage).report()
    }

    /// Runs both by turns and prints the least time of a call of each, and their ratio.
    private func compare(
        _ ours: String, _ plain: String, _ mine: (Int, Int) throws -> Void,
        _ theirs: (Int, Int) throws -> Void
    ) throws {
        var best = (mine: Duration.seconds(1000), theirs: Duration.seconds(1000))
        let clock = ContinuousClock()
        for round in 0..<Self.rounds {
            let first = try clock.measure { for number in 0..<Self.files { try mine(round, number) } }
            let second = try clock.measure { for number in 0..<Self.files { try theirs(round, number) } }
            best = (min(best.mine, first), min(best.theirs, second))
        }
        let (mine, theirs) = (best.mine / Self.files, best.theirs / Self.files)
        print(
            "\(ours): \(microseconds(mine)) µs; \(plain): \(microseconds(theirs)) µs; "
                + "ratio \(String(format: "%.2f", mine / theirs))")
    }

    private func write(_ value: Data, to path: String) {
        let temporary = path + ".tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        _ = value.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        rename(temporary, path)
    }

    /// As little as can be done to have a file's bytes in memory that somebody may keep.
    private func read(_ path: String, _ size: Int) -> Int {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let memory = malloc(size)
        defer { free(memory) }
        return Glibc.read(descriptor, memory, size)
    }
}

func microseconds(_ duration: Duration) -> String {
    String(format: "%.2f", duration / .microseconds(1))
}
