import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherPipeline

@Suite("Servers that misbehave", .timeLimit(.minutes(2)))
struct HostileServerTests {
    private let pipeline: TestPipeline

    init() throws {
        pipeline = try TestPipeline()
    }

    /// Loads and expects an error; whatever it is, nothing may have been cached.
    private func failure(
        _ response: ScriptedResponse, options: KingfisherOptionsInfo = []
    ) async throws -> KingfisherError {
        let url = try pipeline.serve("/x.png", as: response)
        let error = try await #require(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(with: url, options: options + [.waitForCache])
        }
        #expect(pipeline.cache.imageCachedType(forKey: url.cacheKey) == .none)
        return error
    }

    private func pluginCode(_ error: KingfisherError) -> PluginError.Code? {
        switch error {
        case .responseError(.URLSessionError(let cause)): (cause as? PluginError)?.code
        case .processorError(.processingFailed(_, let cause)): (cause as? PluginError)?.code
        default: nil
        }
    }

    @Test("a status that is no success is error 2002 and names it", arguments: [206, 404, 410, 500, 503])
    func status(code: Int) async throws {
        let error = try await failure(.text("sorry", status: code))
        #expect(error.errorCode == 2002)
        #expect(error.isInvalidResponseStatusCode(code))
        #expect(error.description.contains("\(code)"))
    }

    @Test("a body shorter than declared is refused")
    func early() async throws {
        let picture = try Fixture.picture()
        #expect(
            pluginCode(try await failure(.bytes(picture).closing(after: picture.count - 5))) == .truncatedBody
        )
    }

    @Test("an HTML page instead of an image says so")
    func html() async throws {
        let error = try await failure(.html(claiming: "image/png"))
        #expect(error.errorCode == 4001)
        #expect(error.description.contains("HTML page"))
    }

    @Test("an empty body says so")
    func empty() async throws {
        let error = try await failure(.bytes(Data()))
        #expect(error.description.contains("0 bytes"))
    }

    @Test("a redirect loop ends")
    func loop() async throws {
        pipeline.server.routeRedirectLoop(["/a", "/b"])
        let error = await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(with: pipeline.server.url("/a"))
        }
        #expect(try pluginCode(#require(error)) == .tooManyRedirects)
    }

    @Test("a body beyond the limit is refused while it arrives")
    func tooLarge() async throws {
        var limits = DecodingLimits.standard
        limits.encodedBytes = 64
        let error = try await failure(.endlessBody, options: [.decodingLimits(limits)])
        #expect(pluginCode(error) == .bodyTooLarge)
    }

    @Test("a server that drips for ever meets the deadline")
    func deadline() async throws {
        let error = try await failure(
            .bytes(try Fixture.picture()).dripping(1, every: .milliseconds(50)),
            options: [.downloadDeadline(0.3)])
        #expect(pluginCode(error) == .timedOut)
    }

    @Test("a scheme that nobody speaks says which ones are spoken")
    func scheme() async throws {
        let url = try #require(URL(string: "gopher://127.0.0.1/x.png"))
        let error = await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(with: url)
        }
        #expect(error?.description.contains("gopher") == true)
        #expect(error?.description.contains("Add a transport plugin") == true)
        #expect(error?.description.contains("http") == true)
    }

    @Test("a modifier that returns nothing is error 1001")
    func emptyRequest() async throws {
        let url = try pipeline.serve()
        let error = await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(
                with: url, options: [.requestModifier(AnyModifier { _ in nil })])
        }
        #expect(error?.errorCode == 1001)
    }
}
