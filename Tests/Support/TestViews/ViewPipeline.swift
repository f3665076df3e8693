public import Foundation
import KingfisherCache
public import KingfisherCore
import KingfisherCurlTransport
import KingfisherMemoryStorage
import KingfisherPNG
public import KingfisherPipeline
public import KingfisherTestKit

/// What a view loads with: a server on the loopback interface, libcurl, libpng, and a cache in memory alone.
public final class ViewPipeline: Sendable {
    /// What images are served by.
    public let server: ScriptedServer
    /// What they are loaded by.
    public let manager: KingfisherManager

    /// - Throws: `TestKitFailure` where the server cannot start.
    public init() throws {
        server = try ScriptedServer()
        let registry = try PluginRegistry([PNGPlugin(), CurlTransportPlugin()])
        let cache = ImageCache(
            name: "views", memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 64 << 20)),
            tiers: [], codecs: registry.codecs)
        let downloader = ImageDownloader(
            name: "views", transports: try registry.makeTransports(), codecs: registry.codecs)
        manager = KingfisherManager(downloader: downloader, cache: cache, registry: registry)
    }

    deinit {
        server.stop()
    }

    /// Serves a plain picture of a width of its own, by which views are told what they show.
    /// - Parameter gate: Holds the response back.
    public func serve(width: Int, gate: Gate? = nil) throws -> Source {
        serve(try Self.picture(width: width), at: "/\(width).png", gate: gate)
    }

    /// Serves bytes as an image.
    public func serve(_ bytes: Data, at path: String, gate: Gate? = nil) -> Source {
        let response = ScriptedResponse.bytes(bytes, type: "image/png")
        server.route(path, gate.map { response.held(by: $0) } ?? response)
        return .network(server.url(path))
    }

    /// A source whose server knows nothing of it.
    public var missing: Source { .network(server.url("/missing.png")) }

    /// Loads a source into memory.
    public func warm(_ source: Source) async throws {
        _ = try await manager.retrieveImage(with: source)
    }

    /// A PNG, 8 pixels high.
    public static func picture(width: Int) throws -> Data {
        try png(image(width: width))
    }

    /// An image as PNG.
    public static func png(_ image: Image) throws -> Data {
        try ImageCodecs(decoders: [], encoders: [PNGEncoder()]).encode(image, as: .png)
    }

    /// An image that was not loaded.
    public static func image(width: Int) throws -> Image {
        Image(pixels: try TestImage.slopes(PixelLayout(width: width, height: 8, channels: .rgb)))
    }
}
