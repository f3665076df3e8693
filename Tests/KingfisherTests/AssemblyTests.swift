import Foundation
import Kingfisher
import KingfisherTestKit
import Synchronization
import Testing

@Suite("The standard assembly", .timeLimit(.minutes(2)))
struct AssemblyTests {
    private struct Extra: Plugin {
        let id = "extra"
        func register(into registry: inout PluginRegistry) {}
    }

    @Test("the standard registry reads and writes every format there is a plugin for")
    func standard() {
        #expect(
            PluginRegistry.standard.pluginIDs == [
                "png", "jpeg", "webp", "heif", "gif", "color", "disk", "curl",
            ])
        #expect(
            PluginRegistry.standard.codecs.encoders.map(\.format) == [
                .png, .apng, .jpeg, .webp, .heic, .avif, .gif,
            ])
    }

    @Test("bootstrap chooses the plugins of the shared manager, once")
    func bootstrap() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryCacheHome()
            defer { folder.remove() }
            try KingfisherManager.bootstrap(plugins: [PNGPlugin(), CurlTransportPlugin(), Extra()])
            let second = #expect(throws: PluginError.self) {
                try KingfisherManager.bootstrap(plugins: PluginRegistry.standardPlugins)
            }
            #expect(second?.code == .lateBootstrap)
            let jpeg = URL(filePath: #filePath).appending(path: "../../../Samples/dawn.jpg")
                .standardizedFileURL
            let error = await #expect(throws: KingfisherError.self) {
                _ = try await KingfisherManager.shared.retrieveImage(with: jpeg)
            }
            #expect(error?.description.contains("Add a plugin that decodes JPEG") == true)
        }
    }

    @Test("a bootstrap after the first use of shared is refused")
    func lateBootstrap() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryCacheHome()
            defer { folder.remove() }
            _ = KingfisherManager.shared
            let error = #expect(throws: PluginError.self) {
                try KingfisherManager.bootstrap(plugins: PluginRegistry.standardPlugins)
            }
            #expect(error?.code == .lateBootstrap)
        }
    }

    /// A plugin whose transport's factory runs what it is given.
    private struct Factory: Plugin {
        let id = "factory"
        let make: @Sendable () throws -> any ImageTransport
        func register(into registry: inout PluginRegistry) throws {
            try registry.register(transportSchemes: ["test"]) { try make() }
        }
    }

    @Test("bootstrap throws what a factory throws, chooses nothing then, and may be called again")
    func failingFactory() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryCacheHome()
            defer { folder.remove() }
            let failing = Factory { throw PluginError(.noSpace, pluginID: "factory", message: "No.") }
            let error = #expect(throws: PluginError.self) {
                try KingfisherManager.bootstrap(plugins: [failing])
            }
            #expect(error?.code == .noSpace)
            try KingfisherManager.bootstrap(plugins: [PNGPlugin()])
            _ = KingfisherManager.shared
        }
    }

    @Test("a factory that asks for shared itself makes bootstrap late, and nothing waits for ever")
    func askingFactory() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryCacheHome()
            defer { folder.remove() }
            let asking = Factory {
                _ = KingfisherManager.shared
                throw PluginError(.noSpace, pluginID: "factory", message: "No.")
            }
            #expect(throws: PluginError.self) { try KingfisherManager.bootstrap(plugins: [asking]) }
            let error = #expect(throws: PluginError.self) {
                try KingfisherManager.bootstrap(plugins: [PNGPlugin()])
            }
            #expect(error?.code == .lateBootstrap)
        }
    }

    @Test("first users at the same time get one pipeline")
    func racing() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryCacheHome()
            defer { folder.remove() }
            let caches = Mutex<[ImageCache]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let cache = KingfisherManager.shared.cache
                caches.withLock { $0.append(cache) }
            }
            let made = caches.withLock { $0 }
            #expect(made.count == 8)
            #expect(made.allSatisfy { $0 === ImageCache.default })
        }
    }

    @Test("a manager of its own has a folder of its own")
    func ownFolder() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryCacheHome()
            defer { folder.remove() }
            let own = try KingfisherManager(plugins: PluginRegistry.standardPlugins)
            let path = try #require(own.cache.diskStorage?.directoryURL.path)
            #expect(path.hasPrefix(folder.url.path))
            #expect(path != ImageCache.default.diskStorage?.directoryURL.path)
        }
    }

    @Test("two plugins with one id are refused")
    func duplicate() {
        let error = #expect(throws: PluginError.self) {
            _ = try KingfisherManager(plugins: PluginRegistry.standardPlugins + [PNGPlugin()])
        }
        #expect(error?.code == .duplicateRegistration)
    }

    @Test("a cache whose folder cannot be made works in memory and says so")
    func unusableFolder() async throws {
        let folder = try #require(URL(string: "file:///proc/none/at/all"))
        let manager = try KingfisherManager(
            plugins: PluginRegistry.standardPlugins, name: "test", cacheFolder: folder)
        let picture = URL(filePath: #filePath).appending(path: "../../../Samples/dawn.jpg")
            .standardizedFileURL
        let first = try await manager.retrieveImage(with: picture, options: [.waitForCache])
        #expect(first.cacheErrors.contains { $0.errorCode == 3011 })
        #expect(try await manager.retrieveImage(with: picture).cacheType == .memory)
    }
}
