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

    /// A running `kf-storage-stress` and the file it writes its output to.
    private struct Helper {
        let process = Process()
        let output: URL

        init(_ arguments: [String], in folder: TemporaryFolder) throws {
            output = folder.url.appendingPathComponent("output-\(UUID().uuidString)")
            try Data().write(to: output)
            process.executableURL = URL(fileURLWithPath: try builtProgram("kf-storage-stress"))
            process.arguments = [folder.path] + arguments
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = process.standardOutput
            try process.run()
        }

        /// What it wrote in whole lines.
        func lines() throws -> [String] {
            let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }

        func end() throws -> String {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try lines().joined(separator: "\n")
        }
    }

    @Test("Killed in the middle of many writes, it has lost nothing and left nothing half")
    func killed() throws {
        var stored: Set<String> = []
        var random = RepeatableRandom(seed: UInt64(Date().timeIntervalSince1970))
        for round in 0..<30 {
            let helper = try Helper(["write", "\(round)"], in: folder)
            let enough = Int.random(in: 1...60, using: &random)
            var seen: [String] = []
            while seen.count < enough, helper.process.isRunning { seen = try helper.lines() }
            #expect(kill(helper.process.processIdentifier, SIGKILL) == 0)
            helper.process.waitUntilExit()
            let lines = try helper.lines()
            #expect(helper.process.terminationReason == .uncaughtSignal, "\(lines)")
            stored.formUnion(lines)
        }
        let storage = try storage()
        for key in stored {
            let value = try #require(try storage.value(forKey: key), "\(key) is lost")
            #expect(value.starts(with: Data("\(key) ".utf8)), "\(key) has another's value")
        }
        #expect(try storage.verify() == [])
        #expect(try storage.entries().count >= stored.count)
    }

    @Test("What killed writers left is cleared away")
    func leftovers() throws {
        for round in 0..<10 {
            let helper = try Helper(["write", "\(round)"], in: folder)
            while try helper.lines().isEmpty, helper.process.isRunning {}
            kill(helper.process.processIdentifier, SIGKILL)
            helper.process.waitUntilExit()
        }
        let later: @Sendable () -> Date = { Date(timeIntervalSinceNow: 60) }
        let storage = try DiskStorage.Backend<Data>(
            config: .init(name: "stress", sizeLimit: 0, directory: folder.url), now: later)
        _ = try storage.removeExpiredValues()
        let names = try FileManager.default.contentsOfDirectory(atPath: storage.directoryURL.path)
        #expect(names.allSatisfy { !$0.hasPrefix(".") })
        #expect(!names.isEmpty)
    }

    @Test("Processes that store, read, remove and clean on one folder see whole values")
    func shared() throws {
        let helpers = try (0..<3).map { try Helper(["mixed", "\($0)", "3000"], in: folder) }
        for helper in helpers { #expect(try helper.end() == "done") }
        #expect(try storage().verify() == [])
    }

    @Test("Processes that share a folder with a limit keep it, but for an eighth each")
    func sharedLimit() throws {
        let limit = 400_000
        let helpers = try (0..<2).map { _ in try Helper(["size", "\(limit)", "400"], in: folder) }
        for helper in helpers {
            let total = try #require(Int(try helper.end()))
            #expect(total < limit + limit / 4)
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
