import Foundation
import Kingfisher
import KingfisherTestKit
import Testing

// The example of the README, to the letter: a test compares.
// README begins
func thumbnail(of url: URL) async throws -> Image {
    let small = DownsamplingImageProcessor(size: CGSize(width: 400, height: 300))
    let result = try await KingfisherManager.shared.retrieveImage(
        with: url, options: [.processor(small), .cacheOriginalImage])
    print(result.cacheType, result.image.width, result.image.height)
    return result.image
}
// README ends

// The README's assembly, likewise, but for its indentation.
func assembly() throws -> KingfisherManager {
    // README begins
    let registry = try PluginRegistry([JPEGPlugin(), CurlTransportPlugin()])
    let disk = try DiskDataStorage(config: DiskStorage.Config(name: "thumbnails", sizeLimit: 1 << 30))
    let memory = MemoryStorage.Backend<Image>(config: MemoryStorage.Config(totalCostLimit: 64 << 20))
    let manager = KingfisherManager(
        downloader: ImageDownloader(
            name: "thumbnails", transports: try registry.makeTransports(), codecs: registry.codecs),
        cache: ImageCache(name: "thumbnails", memoryStorage: memory, tiers: [disk], codecs: registry.codecs),
        registry: registry)
    // README ends
    return manager
}

// And its transport for what strangers name.
func guarded() -> ImageDownloader {
    // README begins
    var guarded = CurlTransport.Configuration()
    guarded.addressPolicy = .publicOnly
    let downloader = ImageDownloader(
        name: "guarded", transports: [CurlTransport(configuration: guarded)],
        codecs: PluginRegistry.standard.codecs)
    // README ends
    return downloader
}

@Suite("The README", .timeLimit(.minutes(2)))
struct ReadmeTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    @Test("its examples are the ones that are compiled here")
    func examples() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let readme = Self.lines(
            try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8))
        let examples = source.components(separatedBy: "// README begins\n").dropFirst()
            .compactMap { $0.components(separatedBy: "// README ends").first }
        #expect(examples.count == 3)
        for example in examples { #expect(readme.contains(Self.lines(example)), "\(example)") }
    }

    /// The text without its indentation.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    @Test("its example loads a picture")
    func runs() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryCacheHome()
            defer { folder.remove() }
            let server = try ScriptedServer()
            let picture = URL(filePath: #filePath).appending(path: "../../../Samples/dawn.jpg")
                .standardizedFileURL
            server.route("/dawn.jpg", .bytes(try Data(contentsOf: picture), type: "image/jpeg"))
            let image = try await thumbnail(of: server.url("/dawn.jpg"))
            #expect(image.width == 400 || image.height == 300)
            _ = try await thumbnail(of: server.url("/dawn.jpg"))
            #expect(server.count(of: "/dawn.jpg") == 1)
        }
    }
}

/// A user cache directory of the test's own, for processes that make `KingfisherManager.shared`.
struct TemporaryCacheHome {
    let url = FileManager.default.temporaryDirectory.appending(path: "kingfisher-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        setenv("XDG_CACHE_HOME", url.path, 1)
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
