public import Foundation
public import KingfisherCore

/// Checks that a `DataStorage` keeps what the protocol promises.
///
/// Give it a storage that is empty and that nobody else uses; it is emptied again at the end. No test framework is
/// needed: the first broken promise is thrown as a `TestKitFailure`.
public struct StorageConformance: Sendable {
    /// Lets so many seconds pass for the storage, by its injected clock or by waiting.
    public typealias TimePasser = @Sendable (TimeInterval) async throws -> Void

    private let storage: any DataStorage
    private let passTime: TimePasser

    /// Prepares the checks.
    /// - Parameters:
    ///   - storage: An empty storage.
    ///   - passTime: Lets time pass for it.
    public init(_ storage: any DataStorage, passTime: @escaping TimePasser) {
        self.storage = storage
        self.passTime = passTime
    }

    /// Runs all checks, one after the other.
    /// - Throws: `TestKitFailure` with the first broken promise, or what the storage throws.
    public func run() async throws {
        let checks: [(String, () async throws -> Void)] = [
            ("an empty storage", emptyStorage), ("values", values), ("keys", keys), ("replacing", replacing),
            ("removing", removing), ("storing what has expired", storingExpired), ("expiring", expiring),
            ("extending", extending), ("concurrent use", concurrentUse), ("local access", localAccess),
        ]
        for (name, check) in checks {
            do {
                try await check()
                try await storage.removeAll()
            } catch {
                throw TestKitFailure("storage \(storage.id), \(name): \(error)")
            }
        }
    }

    private func emptyStorage() async throws {
        let key = StorageKey("http://example.com/nothing.png")
        try await expect(nil, for: key)
        try await storage.remove(key)
        let statistics = try await storage.statistics()
        try require(statistics.entryCount == 0, "it counts \(statistics.entryCount) entries")
        let removed = try await storage.removeExpired()
        try require(removed.isEmpty, "it removed \(removed)")
    }

    private func values() async throws {
        let validators = HTTPValidators(entityTag: "\"a-1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        let large = Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
        let samples = [
            StoredData(Data([1, 2, 3]), kind: .original), StoredData(Data([0]), kind: .processed),
            StoredData(Data(), kind: .processed), StoredData(large, kind: .original, validators: validators),
            StoredData(Data("x".utf8), kind: .original, validators: HTTPValidators(entityTag: "only")),
            StoredData(large.dropFirst(5), kind: .processed),
        ]
        for (index, sample) in samples.enumerated() {
            let key = StorageKey("http://example.com/\(index).png")
            try await storage.store(sample, for: key, expiration: nil)
            try await expect(sample, for: key)
        }
        let statistics = try await storage.statistics()
        try require(statistics.entryCount == samples.count, "it counts \(statistics.entryCount) entries")
        let least = samples.reduce(0) { $0 + $1.data.count }
        try require(
            statistics.byteCount >= least, "it counts \(statistics.byteCount) bytes, fewer than stored")
    }

    private func keys() async throws {
        let long = String(repeating: "0123456789", count: 2000)
        let keys = [
            StorageKey("a"), StorageKey("A"), StorageKey("a", processorIdentifier: "p(1x2)"),
            StorageKey("a/b"),
            StorageKey("a", processorIdentifier: "p(1x3)"), StorageKey("../a"), StorageKey("ü/日本.png"),
            StorageKey("a", fileExtension: "png"), StorageKey(long), StorageKey(long + "1"),
            StorageKey("%2F"),
            StorageKey("http://user@example.net/@me/a.png?x=1&y=@2#z", processorIdentifier: "q"),
        ]
        for (index, key) in keys.enumerated() {
            try await storage.store(sample(index), for: key, expiration: nil)
        }
        // A storage without file names may ignore the extension: then the later value is the one of both.
        let ignoresExtension = try await storage.value(for: keys[0], extending: .none) == sample(7)
        for (index, key) in keys.enumerated() where !(ignoresExtension && index == 0) {
            try await expect(sample(index), for: key)
        }
    }

    private func replacing() async throws {
        let key = StorageKey("a")
        try await storage.store(sample(1), for: key, expiration: nil)
        try await storage.store(sample(2), for: key, expiration: .never)
        try await expect(sample(2), for: key)
        let count = try await storage.statistics().entryCount
        try require(count == 1, "two values of one key count as \(count)")
    }

    private func removing() async throws {
        let keys = (0..<5).map { StorageKey("\($0)") }
        for key in keys { try await storage.store(sample(0), for: key, expiration: nil) }
        try await storage.remove(keys[0])
        try await expect(nil, for: keys[0])
        try await expect(sample(0), for: keys[1])
        try await storage.removeAll()
        for key in keys { try await expect(nil, for: key) }
        try await storage.store(sample(1), for: keys[0], expiration: nil)
        try await expect(sample(1), for: keys[0])
    }

    private func storingExpired() async throws {
        for (index, expiration) in [StorageExpiration.expired, .seconds(0), .days(-1), .date(.distantPast)]
            .enumerated()
        {
            let key = StorageKey("\(index)")
            try await storage.store(sample(1), for: key, expiration: .never)
            try await storage.store(sample(2), for: key, expiration: expiration)
            try await expect(nil, for: key)
        }
    }

    private func expiring() async throws {
        let (short, long, kept) = (StorageKey("short"), StorageKey("long"), StorageKey("kept"))
        try await storage.store(sample(1), for: short, expiration: .seconds(10))
        try await storage.store(sample(2), for: long, expiration: .days(1))
        try await storage.store(sample(3), for: kept, expiration: .never)
        try await passTime(6)
        try await expect(sample(1), for: short)
        try await passTime(6)
        try await expect(nil, for: short)
        let removed = try await storage.removeExpired()
        try require(removed.count <= 1, "it removed \(removed), but only one value had expired")
        let count = try await storage.statistics().entryCount
        try require(count == 2, "\(count) entries are left of two that are valid")
        try await passTime(90_000)
        try await expect(nil, for: long)
        try await expect(sample(3), for: kept)
    }

    private func extending() async throws {
        let (left, again, set) = (StorageKey("left"), StorageKey("again"), StorageKey("set"))
        let (eternal, cut) = (StorageKey("eternal"), StorageKey("eternal, then cut"))
        for key in [left, again, set] {
            try await storage.store(sample(1), for: key, expiration: .seconds(10))
        }
        for key in [eternal, cut] { try await storage.store(sample(2), for: key, expiration: .never) }
        try await passTime(6)
        let readings: [(StorageKey, ExpirationExtending)] = [
            (left, .none), (again, .cacheTime), (set, .expirationTime(.seconds(100))), (eternal, .cacheTime),
            (cut, .expirationTime(.seconds(50))),
        ]
        for (key, extending) in readings {
            let value = try await storage.value(for: key, extending: extending)
            try require(value != nil, "\(key.cacheKey) is gone too early")
        }
        try await passTime(6)
        try await expect(nil, for: left)
        try await expect(sample(1), for: again)
        try await passTime(40)
        try await expect(nil, for: again)
        try await expect(sample(1), for: set)
        try await expect(sample(2), for: cut)
        try await passTime(60)
        try await expect(nil, for: set)
        try await expect(nil, for: cut)
        try await expect(sample(2), for: eternal)
    }

    /// Values of one key are written over each other; each is uniform, so that a mixture shows.
    private func concurrentUse() async throws {
        let storage = storage
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for step in 0..<25 {
                        let key = StorageKey("\(step % 3)")
                        let byte = UInt8(worker * 25 + step)
                        let value = Data(repeating: byte, count: 1000 + 40 * Int(byte))
                        try await storage.store(StoredData(value, kind: .original), for: key, expiration: nil)
                        guard let read = try await storage.value(for: key, extending: .cacheTime)?.data else {
                            throw TestKitFailure("a value is gone although nobody removes any")
                        }
                        guard let first = read.first, read.count == 1000 + 40 * Int(first),
                            read.allSatisfy({ $0 == first })
                        else { throw TestKitFailure("a value mixed from two, or a part of one, was read") }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func localAccess() async throws {
        guard let local = storage as? any LocalDataStorage else { return }
        let key = StorageKey("a/b.png", processorIdentifier: "p", fileExtension: "png")
        let file = local.fileURL(for: key)
        try require(!local.isStored(key), "an absent value is said to be stored")
        try require(try local.storedValue(for: key, extending: .none) == nil, "an absent value was read")
        try await storage.store(sample(1), for: key, expiration: nil)
        try require(local.isStored(key), "a stored value is said to be absent")
        try require(try local.storedValue(for: key, extending: .none) == sample(1), "another value was read")
        try require(local.fileURL(for: key) == file, "the file's place changed")
        try require(FileManager.default.fileExists(atPath: file.path), "there is nothing at \(file.path)")
    }

    private func sample(_ number: Int) -> StoredData {
        StoredData(Data("value \(number)".utf8), kind: number.isMultiple(of: 2) ? .processed : .original)
    }

    private func expect(_ expected: StoredData?, for key: StorageKey) async throws {
        let name = key.combined.prefix(60)
        let isContained = await storage.contains(key)
        let read = try await storage.value(for: key, extending: .none)
        try require(
            read == expected,
            "\(name): expected \(Self.summary(of: expected)), read \(Self.summary(of: read))")
        try require(isContained == (expected != nil), "\(name): contains says \(isContained)")
    }

    private static func summary(of value: StoredData?) -> String {
        value.map { "\($0.data.count) bytes, \($0.kind), \(String(describing: $0.validators))" } ?? "nothing"
    }

    private func require(_ condition: Bool, _ failure: String) throws(TestKitFailure) {
        if !condition { throw TestKitFailure(failure) }
    }
}
