import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherCurlTransport
import KingfisherDiskStorage
import KingfisherMemoryStorage
import KingfisherPNG
import KingfisherTestKit

@testable import KingfisherPipeline

/// A whole pipeline of real parts: a server on the loopback interface, libcurl, libpng, a folder on disk.
final class TestPipeline: Sendable {
    let server: ScriptedServer
    let folder: URL
    let cache: ImageCache
    let manager: KingfisherManager

    init() throws {
        server = try ScriptedServer()
        folder = FileManager.default.temporaryDirectory.appending(path: "kingfisher-\(UUID().uuidString)")
        let registry = try PluginRegistry([PNGPlugin(), DiskStoragePlugin(), CurlTransportPlugin()])
        let tier = try registry.makeStorage(StorageConfiguration(url: folder, name: "test"))
        cache = ImageCache(
            name: "test", memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 64 << 20)),
            tiers: [tier], codecs: registry.codecs)
        let downloader = ImageDownloader(
            name: "test", transports: try registry.makeTransports(), codecs: registry.codecs)
        manager = KingfisherManager(downloader: downloader, cache: cache, registry: registry)
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Serves a picture and returns its URL.
    func serve(_ path: String = "/picture.png", as response: ScriptedResponse? = nil) throws -> URL {
        server.route(path, try response ?? .bytes(Fixture.picture(), type: "image/png"))
        return server.url(path)
    }

    /// Waits until everything asked of the disk so far is there, then forgets what is in memory.
    func forgetMemory() {
        cache.clearMemoryCache()
    }
}

/// Pictures made by other programs.
enum Fixture {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures").standardizedFileURL

    /// A PNG of 17 by 13 pixels, 8-bit RGB.
    static func picture() throws -> Data {
        try data("png/rgb-8.png")
    }

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: path))
    }
}

/// Turns an image upside down by colour: what it made is easy to tell from its source.
struct InvertingProcessor: ImageProcessor {
    let identifier = "test.Inverting"

    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let image = try item.image(options: options)
        var canvas = try image.pixels.thaw()
        canvas.withMutableSamples8 { samples in
            for index in samples.indices { samples[index] = 255 - samples[index] }
        }
        return image.replacingPixels(canvas.freeze())
    }
}

extension Image {
    /// All samples of an 8-bit image.
    var samples: [UInt8] {
        pixels.withSamples8 { samples in samples.indices.map { samples[$0] } }
    }
}
