import Foundation
import KingfisherCore
import KingfisherDiskStorage
import KingfisherTestKit
import Testing

@Suite("Several processes, and processes that die", .timeLimit(.minutes(3)), .serialized)
struct ProcessTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func storage() throws -> DiskStorage.Backend<Data> {
        try DiskStorage.Backend(config: .init(name: "stress", sizeLimit: 0, directory: folder.url))
    }

    /// Waits for processes on a thread of its own, since Swift's few must not be blocked.
    private func waiting(_ work: @escaping @Sendable () throws -> Void) async throws {
        // The last test of a run may not live to see its folder's end.
        defer { folder.remove() }
        try await WorkPool(name: "process-tests", width: 1).run(work)
    }

    @Test("Killed in the middle of many writes, it has lost nothing and left nothing half")
    func killed() async throws {
        let (folder, storage) = (folder, try storage())
        try await waiting {
            var stored: Set<String> = []
            var random = RepeatableRandom(seed: UInt64(Date().timeIntervalSince1970))
            for round in 0..<30 {
                let helper = try StressProgram(["write", "\(round)"], in: folder)
                stored.formUnion(try helper.killed(afterLines: Int.random(in: 1...60, using: &random)))
            }
            #expect(stored.count > 300)
            for key in stored {
                let value = try #require(try storage.value(forKey: key), "\(key) is lost")
                #expect(value.starts(with: Data("\(key) ".utf8)), "\(key) has another's value")
            }
            #expect(try storage.verify() == [])
            #expect(try storage.entries().count >= stored.count)
        }
    }

    @Test("What killed writers left is cleared away")
    func leftovers() async throws {
        let folder = folder
        try await waiting {
            for round in 0..<10 {
                _ = try StressProgram(["write", "\(round)"], in: folder).killed(afterLines: 1)
            }
            let storage = try DiskStorage.Backend<Data>(
                config: .init(name: "stress", sizeLimit: 0, directory: folder.url),
                now: { Date(timeIntervalSinceNow: 60) })
            _ = try storage.removeExpiredValues()
            let names = try FileManager.default.contentsOfDirectory(atPath: storage.directoryURL.path)
            #expect(names.allSatisfy { !$0.hasPrefix(".") })
            #expect(!names.isEmpty)
        }
    }

    @Test("Processes that store, read, remove and clean on one folder see whole values")
    func shared() async throws {
        let (folder, storage) = (folder, try storage())
        try await waiting {
            let helpers = try (0..<3).map { try StressProgram(["mixed", "\($0)", "800"], in: folder) }
            for helper in helpers { #expect(try helper.finished() == ["done"]) }
            #expect(try storage.verify() == [])
        }
    }

    @Test("Processes that share a folder with a limit keep it, but for a value each")
    func sharedLimit() async throws {
        let folder = folder
        try await waiting {
            let limit = 8_000_000
            let helpers = try (0..<2).map { _ in try StressProgram(["size", "\(limit)", "300"], in: folder) }
            for helper in helpers {
                let total = try #require(try helper.finished().first.flatMap(Int.init))
                #expect(total < limit + 2 * 300_000)
            }
        }
    }

    @Test("A program with only the disk storage links no image or network library")
    func links() async throws {
        let outcome = try await ChildProgram.run("ldd", [try builtProgram("kf-storage-stress")])
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(text.contains("libFoundation"))
        for library in ["libpng", "libjpeg", "libcurl", "libFoundationNetworking"] {
            #expect(!text.contains(library), "\(text)")
        }
    }
}
