import Foundation
import KingfisherCore
import Testing

@Suite("Local files", .timeLimit(.minutes(1)))
struct LocalFileImageDataProviderTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kf-files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func failure(_ url: URL) async -> PluginError? {
        await #expect(throws: PluginError.self) { try await LocalFileImageDataProvider(fileURL: url).data() }
    }

    @Test("A file is read, whatever its name", arguments: ["a.png", "with space %41 ü.png", "q?x=1#f.png"])
    func reads(name: String) async throws {
        try await withFolder { folder in
            let file = folder.appending(path: name)
            try Data("bytes".utf8).write(to: file)
            #expect(try await LocalFileImageDataProvider(fileURL: file).data() == Data("bytes".utf8))
        }
    }

    @Test("An empty file gives no bytes and no error")
    func empty() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "empty.png")
            try Data().write(to: file)
            #expect(try await LocalFileImageDataProvider(fileURL: file).data().isEmpty)
        }
    }

    @Test("A missing file and a folder are errors that name the path")
    func missing() async throws {
        try await withFolder { folder in
            let missing = await failure(folder.appending(path: "missing.png"))
            #expect(missing?.code == .ioFailed)
            #expect(missing?.message.contains("missing.png does not exist") == true)
            let directory = await failure(folder)
            #expect(directory?.code == .ioFailed)
            #expect(directory?.message.contains("is a folder") == true)
        }
    }

    @Test("A file that may not be read, or cannot be, is an error that names it")
    func unreadable() async throws {
        // The memory of this process begins with an unmapped page, so that reading it fails even for root.
        let memory = await failure(URL(filePath: "/proc/self/mem"))
        #expect(memory?.code == .ioFailed)
        #expect(memory?.message.contains("/proc/self/mem cannot be read") == true)
        guard getuid() != 0 else { return }
        try await withFolder { folder in
            let file = folder.appending(path: "secret.png")
            try Data("bytes".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
            #expect(await failure(file)?.message.contains("permission denied") == true)
        }
    }

    @Test("A file longer than the limit is refused, one of just that length is read")
    func limit() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "long.png")
            try Data(count: 1001).write(to: file)
            var limits = DecodingLimits.standard
            limits.encodedBytes = 1001
            #expect(try await LocalFileImageDataProvider(fileURL: file, limits: limits).data().count == 1001)
            limits.encodedBytes = 1000
            let error = await #expect(throws: PluginError.self) {
                try await LocalFileImageDataProvider(fileURL: file, limits: limits).data()
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("long.png has 1001 bytes; the limit is 1000") == true)
        }
    }

    @Test("A huge file is refused before a byte is read")
    func huge() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "huge.png")
            try Data().write(to: file)
            #expect(truncate(file.path, 1 << 40) == 0)
            #expect(await failure(file)?.code == .limitExceeded)
        }
    }

    @Test("A device without an end is read up to the limit")
    func endless() async {
        var limits = DecodingLimits.standard
        limits.encodedBytes = 1 << 20
        let error = await #expect(throws: PluginError.self) {
            try await LocalFileImageDataProvider(fileURL: URL(filePath: "/dev/zero"), limits: limits).data()
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("/dev/zero has more than 1048576 bytes") == true)
    }

    @Test("A pipe is read until its writer goes")
    func pipe() async throws {
        try await withFolder { folder in
            let pipe = folder.appending(path: "pipe.png")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            async let read = LocalFileImageDataProvider(fileURL: pipe).data()
            // Opening waits for the reader, writing for its reading.
            try await WorkPool(name: "writer", width: 1).run {
                let writer = try FileHandle(forWritingTo: pipe)
                try writer.write(contentsOf: bytes)
                try writer.close()
            }
            #expect(try await read == bytes)
        }
    }

    @Test("Pipes without a writer hold up no other file, and waiting for them can be cancelled")
    func waitingPipes() async throws {
        try await withFolder { folder in
            let pipe = folder.appending(path: "pipe.png")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            let file = folder.appending(path: "a.png")
            try Data("bytes".utf8).write(to: file)
            let waiting = (0..<20).map { _ in
                Task { try await LocalFileImageDataProvider(fileURL: pipe).data() }
            }
            #expect(try await LocalFileImageDataProvider(fileURL: file).data() == Data("bytes".utf8))
            for task in waiting { task.cancel() }
            for task in waiting {
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }

    @Test("The URL of a page is no file")
    func notAFile() async throws {
        let error = await failure(try #require(URL(string: "http://127.0.0.1:9/etc/passwd")))
        #expect(error?.code == .ioFailed)
        #expect(error?.message.contains("http://127.0.0.1:9/etc/passwd") == true)
    }

    @Test("The key is made of the path and the query, unless one is given")
    func key() throws {
        let url = try #require(URL(string: "file:///tmp/a/../b%20c.png?v=2"))
        #expect(
            LocalFileImageDataProvider(fileURL: url).cacheKey == "kingfisher.local.cacheKey/tmp/b c.png?v=2")
        #expect(url.cacheKey == LocalFileImageDataProvider(fileURL: url).cacheKey)
        #expect(LocalFileImageDataProvider(fileURL: url, cacheKey: "k").cacheKey == "k")
    }
}
