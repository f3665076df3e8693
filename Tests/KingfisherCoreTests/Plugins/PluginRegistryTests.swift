import Foundation
import KingfisherCore
import Testing

@Suite("The plugin registry", .timeLimit(.minutes(1)))
struct PluginRegistryTests {
    private struct Failure: Error {}

    private struct TestPlugin: Plugin {
        var id: String
        var install: @Sendable (inout PluginRegistry) throws -> Void = { _ in }
        func register(into registry: inout PluginRegistry) throws { try install(&registry) }
    }

    private struct Transport: ImageTransport {
        var schemes: [String]
        func send(_ request: TransportRequest) async throws -> TransportExchange { throw Failure() }
    }

    private func configuration(_ url: String) throws -> StorageConfiguration {
        StorageConfiguration(url: try #require(URL(string: url)), name: "test")
    }

    @Test("Plugins are installed in order")
    func order() throws {
        let registry = try PluginRegistry([TestPlugin(id: "b"), TestPlugin(id: "a")])
        #expect(registry.pluginIDs == ["b", "a"])
    }

    @Test("Two plugins with one id are refused")
    func duplicateID() {
        let error = #expect(throws: PluginError.self) {
            try PluginRegistry([TestPlugin(id: "png"), TestPlugin(id: "png")])
        }
        #expect(error?.code == .duplicateRegistration)
        #expect(error?.message.contains("png") == true)
    }

    @Test("A plugin that fails half way leaves the registry as it was")
    func failedInstall() throws {
        var registry = try PluginRegistry([TestPlugin(id: "a")])
        let failing = TestPlugin(id: "b") { registry in
            registry.register(decoder: FlatDecoder())
            throw Failure()
        }
        #expect(throws: Failure.self) { try registry.install(failing) }
        #expect(registry.pluginIDs == ["a"])
        #expect(registry.codecs.decoders.isEmpty)
    }

    @Test("Two transports for one scheme are refused, in whatever case, and nothing of the second is kept")
    func duplicateTransport() throws {
        var registry = PluginRegistry()
        try registry.register(transportSchemes: ["http", "https"]) { Transport(schemes: ["http", "https"]) }
        let error = #expect(throws: PluginError.self) {
            try registry.register(transportSchemes: ["gopher", "HTTP"]) { Transport(schemes: []) }
        }
        #expect(error?.code == .duplicateRegistration)
        #expect(try registry.makeTransports().flatMap(\.schemes) == ["http", "https"])
        #expect(throws: PluginError.self) {
            try registry.register(transportSchemes: ["ftp", "ftp"]) { Transport(schemes: []) }
        }
    }

    @Test("Schemes are found without regard to case")
    func schemeCase() throws {
        var registry = PluginRegistry()
        try registry.register(storageScheme: "Mem") { _ in throw Failure() }
        #expect(throws: Failure.self) { try registry.makeStorage(configuration("MEM://x")) }
        #expect(throws: PluginError.self) {
            try registry.register(storageScheme: "mem") { _ in throw Failure() }
        }
    }

    @Test("What nothing handles is named together with what there is")
    func unhandled() throws {
        var registry = PluginRegistry()
        try registry.register(storageScheme: "file") { _ in throw Failure() }
        let storage = #expect(throws: PluginError.self) {
            try registry.makeStorage(configuration("redis://127.0.0.1"))
        }
        #expect(storage?.message.contains("redis://127.0.0.1") == true)
        #expect(storage?.message.contains("Registered: file") == true)
        let empty = #expect(throws: PluginError.self) {
            try PluginRegistry().makeStorage(configuration("file:///tmp"))
        }
        #expect(empty?.message.contains("none") == true)
    }

    @Test("Providers are asked in order and may decline")
    func providers() throws {
        var registry = PluginRegistry()
        registry.register { $0.scheme == "data" ? RawImageDataProvider(data: Data(), cacheKey: "1") : nil }
        registry.register { _ in RawImageDataProvider(data: Data(), cacheKey: "2") }
        #expect(registry.provider(for: try #require(URL(string: "data:,x")))?.cacheKey == "1")
        #expect(registry.provider(for: try #require(URL(string: "video:x")))?.cacheKey == "2")
    }
}
