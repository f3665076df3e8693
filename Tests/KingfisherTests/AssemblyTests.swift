import Foundation
import Kingfisher
import KingfisherTestKit
import Testing

@Suite("The standard assembly", .timeLimit(.minutes(2)))
struct AssemblyTests {
    private struct Extra: Plugin {
        let id = "extra"
        func register(into registry: inout PluginRegistry) {}
    }

    @Test("the standard registry reads and writes PNG and JPEG")
    func standard() {
        #expect(PluginRegistry.standard.pluginIDs == ["png", "jpeg", "disk", "urlsession"])
        #expect(PluginRegistry.standard.codecs.encoders.map(\.format) == [.png, .jpeg])
    }

    @Test("bootstrap chooses the plugins of the shared manager, once")
    func bootstrap() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryCacheHome()
            defer { folder.remove() }
            try KingfisherManager.bootstrap(plugins: [PNGPlugin(), URLSessionTransportPlugin(), Extra()])
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
