import Foundation
import KingfisherTestKit
import Testing

/// A disk without room, for the output and for the cache. Mounting a small one needs root.
@Suite(.timeLimit(.minutes(2)))
struct FullDiskTests {
    private let folder = FolderForTest()
    private var kf: KF { KF(folder: folder) }

    /// Runs `body` with a file system of 64 KiB in the folder `small`; says so where that cannot be had.
    private func withSmallDisk(_ body: (_ path: String) async throws -> Void) async throws {
        let path = folder.path("small")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let mount = try await ChildProgram.run("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", path])
        guard mount.exitCode == 0 else {
            print("skipped: mounting a small file system needs root (\(mount.errorText))")
            return
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body(path)) } catch { result = .failure(error) }
        let unmount = try await ChildProgram.run("umount", ["-l", path])
        #expect(unmount.exitCode == 0, "\(unmount.errorText)")
        try result.get()
    }

    private var large: String { Picture.package.appending(path: "Samples/dunes-gray.jpg").path }

    @Test func anOutputWithoutRoomIsAnErrorAndLeavesNoFile() async throws {
        try await withSmallDisk { path in
            for output in [["-o", "\(path)/out.jpg"], ["-O", path]] {
                let outcome = try await kf.run(["get", large] + output)
                #expect(outcome.exitCode == 1)
                #expect(outcome.errorText.contains("cannot be written: the disk is full"))
                #expect(try folder.contents("small") == [])
            }
        }
    }

    @Test(arguments: ["size=64k", "ro"])
    func aCacheThatCannotBeWrittenIsAWarning(option: String) async throws {
        let server = try ScriptedServer()
        let data = try Data(contentsOf: URL(filePath: large))
        server.route("/a.jpg", .bytes(data))
        try await withSmallDisk { path in
            let remount = try await ChildProgram.run("mount", ["-o", "remount,\(option)", path])
            #expect(remount.exitCode == 0)
            let outcome = try await kf(
                "get", server.url("/a.jpg").absoluteString, "-o", "out.jpg", "--json", "--cache", path)
            #expect(outcome.exitCode == 0, "\(outcome.errorText)")
            #expect(outcome.errorText.hasPrefix("kf: warning: "))
            #expect(outcome.errorText.split(separator: "\n").count == 1)
            #expect(try outcome.line().cacheType == "none")
            #expect(try Data(contentsOf: URL(filePath: folder.path("out.jpg"))) == data)
        }
    }

    @Test func aCacheFolderThatCannotBeMadeIsOneWarning() async throws {
        let server = try ScriptedServer()
        for path in ["/a.png", "/b.png"] { server.route(path, .bytes(try Picture.data("png/rgb-8.png"))) }
        try Data().write(to: URL(filePath: folder.path("file")))
        let urls = ["/a.png", "/b.png"].map { server.url($0).absoluteString }
        let outcome = try await kf.run(["get"] + urls + ["--cache", "file", "-O", "out", "--json"])
        #expect(outcome.exitCode == 0)
        for line in try outcome.lines() {
            #expect(line.cacheErrors?.map(\.code) == ["diskStorageIsNotReady"])
            #expect(line.cacheErrors?.map(\.number) == [3011])
        }
        #expect(outcome.errorText.hasPrefix("kf: warning: "))
        #expect(outcome.errorText.split(separator: "\n").count == 1, "\(outcome.errorText)")
        #expect(try folder.contents("out") == ["a.png", "b.png"])
    }

    @Test func aFolderForOutputsThatCannotBeMadeIsAnError() async throws {
        try Data().write(to: URL(filePath: folder.path("file")))
        for target in ["file", "file/below"] {
            let outcome = try await kf("get", Picture.path("png/rgb-8.png"), "-O", target)
            #expect(outcome.exitCode == 1)
            #expect(outcome.errorText.contains(target))
        }
    }
}
