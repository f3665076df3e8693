import Foundation
import KingfisherCore
import Testing

@Suite("Data providers and their two forms", .timeLimit(.minutes(1)))
struct ImageDataProviderTests {
    private struct AsyncOnly: ImageDataProvider {
        var cacheKey = "async"
        func data() async throws -> Data { Data("async".utf8) }
    }

    private struct CallbackOnly: ImageDataProvider {
        var cacheKey = "callback"
        func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
            handler(.success(Data("callback".utf8)))
        }
    }

    private struct Neither: ImageDataProvider {
        var cacheKey = "neither"
    }

    /// Loads through another provider, from the callback form, in one of the ways people write it.
    private struct Nested: ImageDataProvider {
        var cacheKey = "nested"
        let inner: any ImageDataProvider
        let inTask: Bool

        func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
            guard inTask else { return inner.data(handler: handler) }
            Task {
                do { handler(.success(try await inner.data())) } catch { handler(.failure(error)) }
            }
        }
    }

    /// Loads through another provider, from the async form.
    private struct AsyncNested: ImageDataProvider {
        var cacheKey = "async nested"
        let inner: any ImageDataProvider
        func data() async throws -> Data { try await inner.data() }
    }

    private func callback(_ provider: any ImageDataProvider) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            provider.data { continuation.resume(with: $0) }
        }
    }

    @Test("A provider with one form has the other")
    func oneForm() async throws {
        #expect(try await callback(AsyncOnly()) == Data("async".utf8))
        #expect(try await AsyncOnly().data() == Data("async".utf8))
        #expect(try await CallbackOnly().data() == Data("callback".utf8))
        #expect(try await callback(CallbackOnly()) == Data("callback".utf8))
    }

    @Test("A provider with neither form says so from both, and names itself")
    func neither() async {
        let fromAsync = await #expect(throws: PluginError.self) { try await Neither().data() }
        let fromCallback = await #expect(throws: PluginError.self) { try await callback(Neither()) }
        for error in [fromAsync, fromCallback] {
            #expect(error?.code == .notImplemented)
            #expect(error?.message.contains("Neither") == true)
        }
    }

    @Test("Providers may load through others, whatever form each of them has", arguments: [false, true])
    func nested(inTask: Bool) async throws {
        for inner in [AsyncOnly(), CallbackOnly(), AsyncNested(inner: CallbackOnly())]
            as [any ImageDataProvider]
        {
            let expected = try await inner.data()
            let once = Nested(inner: inner, inTask: inTask)
            let twice = Nested(inner: once, inTask: inTask)
            for provider in [once, twice, AsyncNested(inner: twice)] as [any ImageDataProvider] {
                #expect(try await provider.data() == expected)
                #expect(try await callback(provider) == expected)
            }
        }
    }

    @Test("A provider with neither form inside another is still named", arguments: [false, true])
    func nestedNeither(inTask: Bool) async {
        let error = await #expect(throws: PluginError.self) {
            try await Nested(inner: Neither(), inTask: inTask).data()
        }
        #expect(error?.code == .notImplemented)
        #expect(error?.message.contains("Neither") == true)
    }

    @Test("Raw bytes come back as they are")
    func raw() async throws {
        let provider = RawImageDataProvider(data: Data([1, 2]), cacheKey: "raw")
        #expect(try await provider.data() == Data([1, 2]))
        #expect(provider.contentURL == nil)
    }
}
