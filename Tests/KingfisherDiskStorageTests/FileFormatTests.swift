import Foundation
import KingfisherCore
import KingfisherDiskStorage
import KingfisherTestKit
import Testing

@Suite("Stored files in the hands of other programs", .timeLimit(.minutes(2)))
struct FileFormatTests {
    private let bench: Bench
    private let storage: DiskStorage.Backend<Data>

    init() throws {
        bench = try Bench()
        storage = try bench.storage()
    }

    /// Stores a fixture; returns where the original and the stored file lie.
    private func store(_ name: String) throws -> (original: String, stored: String) {
        let original = fixtures.appendingPathComponent(name)
        let fileExtension = original.pathExtension
        try storage.store(value: Data(contentsOf: original), forKey: name, forcedExtension: fileExtension)
        return (original.path, storage.cacheFileURL(forKey: name, forcedExtension: fileExtension).path)
    }

    @Test(
        "ImageMagick sees the same image",
        arguments: ["png/rgb-8.png", "png/palette-8.png", "jpeg/photo.jpg"])
    func imageMagick(name: String) async throws {
        let (original, stored) = try store(name)
        let format = "%m %w %h %#\n"
        let expected = try await ChildProgram.run("identify", ["-format", format, original])
        let seen = try await ChildProgram.run("identify", ["-format", format, stored])
        #expect(expected.exitCode == 0 && seen.exitCode == 0)
        #expect(!expected.output.isEmpty && seen.output == expected.output)
        #expect(seen.errorText == "")
    }

    @Test("djpeg gives the same pixels")
    func djpeg() async throws {
        let (original, stored) = try store("jpeg/photo.jpg")
        let expected = try await ChildProgram.run("djpeg", ["-ppm", original])
        let seen = try await ChildProgram.run("djpeg", ["-ppm", stored])
        #expect(expected.exitCode == 0 && seen.exitCode == 0)
        #expect(expected.output.count > 100 && seen.output == expected.output)
    }

    @Test("pngcheck finds a whole PNG and says that more follows")
    func pngcheck() async throws {
        let (_, stored) = try store("png/rgb-8.png")
        let outcome = try await ChildProgram.run("pngcheck", ["-v", stored])
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(text.contains("chunk IEND"))
        #expect(text.contains("additional data after IEND chunk"))
        #expect(!text.contains("CRC error"))
    }

    @Test("The file starts with the very bytes that were stored")
    func startsWithValue() throws {
        let (original, stored) = try store("png/rgb-8.png")
        let (image, file) = (
            try Data(contentsOf: .init(fileURLWithPath: original)),
            try Data(contentsOf: .init(fileURLWithPath: stored))
        )
        #expect(file.prefix(image.count) == image)
        #expect(file.count - image.count < 400)
    }
}
