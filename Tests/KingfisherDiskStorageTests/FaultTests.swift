import Foundation
import KingfisherCore
import KingfisherDiskStorage
import KingfisherTestKit
import Testing

@Suite("Full and read-only disks", .timeLimit(.minutes(2)))
struct FaultTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// Runs `body` with the bench's folder on a file system of its own; says so where that cannot be had.
    private func onSmallDisk(_ body: () async throws -> Void) async throws {
        let mount = try await ChildProgram.run(
            "mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", bench.folder.path])
        guard mount.exitCode == 0 else {
            print("skipped: mounting a small file system needs root (\(mount.errorText))")
            return
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        let unmount = try await ChildProgram.run("umount", ["-l", bench.folder.path])
        #expect(unmount.exitCode == 0, "\(unmount.errorText)")
        try result.get()
    }

    private func remount(_ option: String) async throws {
        let outcome = try await ChildProgram.run("mount", ["-o", "remount,\(option)", bench.folder.path])
        #expect(outcome.exitCode == 0, "\(outcome.errorText)")
    }

    @Test("A full disk is an error that names the folder; older values are intact and nothing half is left")
    func fullDisk() async throws {
        try await onSmallDisk {
            let storage = try bench.storage()
            let small = Data(repeating: 7, count: 50_000)
            try storage.store(value: small, forKey: "a")
            let large = Data(repeating: 8, count: 400_000)
            #expect(code { try storage.store(value: large, forKey: "a") } == .noSpace)
            let text = message { try storage.store(value: large, forKey: "b") }
            #expect(text.contains(bench.cacheFolder.path) && text.contains("size limit"))
            #expect(try storage.value(forKey: "a") == small)
            #expect(try storage.value(forKey: "b") == nil)
            #expect(try bench.names().count == 1)
            try storage.store(value: small, forKey: "b")
            #expect(try storage.value(forKey: "b") == small)
            #expect(try storage.verify() == [])
        }
    }

    @Test(
        "A read-only file system serves its values; storing, removing and cleaning are errors that name the folder"
    )
    func readOnlyFileSystem() async throws {
        try await onSmallDisk {
            try bench.storage().store(value: Data([1]), forKey: "a")
            try bench.storage().store(value: Data([2]), forKey: "old", expiration: .seconds(1))
            try await remount("ro")
            bench.clock.advance(by: .seconds(5))
            let storage = try bench.storage()
            #expect(try storage.value(forKey: "a") == Data([1]))
            #expect(storage.isCached(forKey: "a"))
            #expect(code { try storage.store(value: Data([3]), forKey: "a") } == .readOnly)
            #expect(code { try storage.remove(forKey: "a") } == .readOnly)
            #expect(code { try storage.removeAll() } == .readOnly)
            #expect(code { _ = try storage.removeExpiredValues() } == .readOnly)
            #expect(try storage.value(forKey: "a") == Data([1]))
            let text = message { try storage.store(value: Data([3]), forKey: "b") }
            #expect(text.contains(bench.cacheFolder.path) && text.contains("choose another"))
            try await remount("rw")
            try storage.store(value: Data([3]), forKey: "a")
            #expect(try storage.value(forKey: "a") == Data([3]))
        }
    }

    @Test("A folder that cannot be made on a read-only file system is an error that names it")
    func folderOnReadOnlyFileSystem() async throws {
        try await onSmallDisk {
            try await remount("ro")
            #expect(code { _ = try bench.storage() } == .readOnly)
            #expect(message { _ = try bench.storage() }.contains(bench.cacheFolder.path))
        }
    }

    @Test("A folder whose mode forbids writing is read-only")
    func forbiddenFolder() throws {
        guard geteuid() != 0 else {
            print("skipped: no mode keeps root from writing")
            return
        }
        let storage = try bench.storage()
        try storage.store(value: Data([1]), forKey: "a")
        chmod(bench.cacheFolder.path, 0o555)
        defer { chmod(bench.cacheFolder.path, 0o755) }
        #expect(code { try storage.store(value: Data([2]), forKey: "a") } == .readOnly)
        #expect(try bench.storage().value(forKey: "a") == Data([1]))
    }

    @Test("A file where the folder should be is an error that names it", arguments: [true, false])
    func fileInTheWay(isParent: Bool) throws {
        let place = isParent ? bench.folder.url.appendingPathComponent("x") : bench.cacheFolder
        try Data().write(to: place)
        let make = {
            _ = try bench.storage {
                if isParent { $0.cachePathBlock = { _, name in place.appendingPathComponent(name) } }
            }
        }
        #expect(code(of: make) == .ioFailed)
        #expect(message(of: make).contains(place.path))
    }

    @Test("A folder where the file should be is an error, and the storage goes on")
    func folderInTheWay() throws {
        let storage = try bench.storage()
        try FileManager.default.createDirectory(
            at: storage.cacheFileURL(forKey: "a"), withIntermediateDirectories: false)
        #expect(code { try storage.store(value: Data([1]), forKey: "a") } == .ioFailed)
        try storage.store(value: Data([1]), forKey: "b")
        #expect(try bench.names().count == 2)
    }
}
