import Foundation
import FoundationNetworking
import KingfisherCache
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@testable import KingfisherPipeline

@Suite("KingfisherManager", .timeLimit(.minutes(2)))
struct ManagerTests {
    private let pipeline: TestPipeline

    init() throws {
        pipeline = try TestPipeline()
    }

    @Test("the network first, then memory, then disk, with one request in all")
    func order() async throws {
        let url = try pipeline.serve()
        let first = try await pipeline.manager.retrieveImage(with: url, options: [.waitForCache])
        #expect(first.cacheType == .none)
        #expect(first.originalData == (try Fixture.picture()))
        let second = try await pipeline.manager.retrieveImage(with: url)
        #expect(second.cacheType == .memory)
        pipeline.forgetMemory()
        let third = try await pipeline.manager.retrieveImage(with: url)
        #expect(third.cacheType == .disk)
        #expect(third.image.samples == first.image.samples)
        #expect(pipeline.server.count(of: "/picture.png") == 1)
    }

    @Test("a hundred concurrent loads of one URL are one request and a hundred results")
    func hundred() async throws {
        let gate = try Gate()
        let url = try pipeline.serve(as: .bytes(try Fixture.picture()).held(by: gate))
        let manager = pipeline.manager
        let results = try await withThrowingTaskGroup(of: RetrieveImageResult.self) { group in
            for _ in 0..<100 { group.addTask { try await manager.retrieveImage(with: url) } }
            try await gate.waitForArrivals()
            gate.open()
            return try await group.reduce(into: [RetrieveImageResult]()) { $0.append($1) }
        }
        #expect(results.count == 100)
        #expect(results.allSatisfy { $0.image.width == results[0].image.width })
        #expect(pipeline.server.count(of: "/picture.png") == 1)
    }

    @Test("one URL through two processors at the same time is one request")
    func sharedDownload() async throws {
        let gate = try Gate()
        let url = try pipeline.serve(as: .bytes(try Fixture.picture()).gated(1, by: gate))
        let manager = pipeline.manager
        async let plain = manager.retrieveImage(with: url)
        try await gate.waitForArrivals()
        let joining = Notes<Void>()
        let progress = Notes<Int64>()
        // The modifier runs just before the second caller joins; its progress shows that it has.
        async let inverted = manager.retrieveImage(
            with: url,
            options: [
                .processor(InvertingProcessor()),
                .requestModifier(
                    AnyModifier { request in
                        joining.add(())
                        return request
                    }),
            ],
            progressBlock: { received, _ in progress.add(received) })
        await joining.wait()
        while progress.all.isEmpty {
            gate.pass()
            await Task.yield()
        }
        gate.open()
        let pair = try await (plain, inverted)
        #expect(pair.0.image.samples == pair.1.image.samples.map { 255 - $0 })
        #expect(pipeline.server.count(of: "/picture.png") == 1)
    }

    @Test("callers with different Authorization headers do not share a response")
    func authorization() async throws {
        let picture = try Fixture.picture()
        pipeline.server.route("/private.png") { request in
            request.headers["Authorization"] == "good" ? .bytes(picture) : .text("no", status: 401)
        }
        let url = pipeline.server.url("/private.png")
        func header(_ value: String) -> KingfisherOptionsInfo {
            [
                .requestModifier(
                    AnyModifier { request in
                        var request = request
                        request.setValue(value, forHTTPHeaderField: "Authorization")
                        return request
                    }), .forceRefresh,
            ]
        }
        async let good = pipeline.manager.retrieveImage(with: url, options: header("good"))
        let error = await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(with: url, options: header("bad"))
        }
        #expect(error?.isInvalidResponseStatusCode(401) == true)
        #expect(try await good.image.width == 17)
    }

    @Test("forceRefresh asks the source although the image is cached")
    func forceRefresh() async throws {
        let url = try pipeline.serve()
        _ = try await pipeline.manager.retrieveImage(with: url, options: [.waitForCache])
        let again = try await pipeline.manager.retrieveImage(with: url, options: [.forceRefresh])
        #expect(again.cacheType == .none)
        #expect(pipeline.server.count(of: "/picture.png") == 2)
    }

    @Test("the bytes alone come from the source, past the caches")
    func bytesAlone() async throws {
        let url = try pipeline.serve()
        _ = try await pipeline.manager.retrieveImage(with: url, options: [.waitForCache])
        let bytes = try await pipeline.manager.retrieveData(with: .network(url))
        #expect(bytes == (try Fixture.picture()))
        #expect(pipeline.server.count(of: "/picture.png") == 2)
        let missing = try pipeline.serve("/missing", as: .text("gone", status: 404))
        let error = await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveData(with: .network(missing))
        }
        #expect(error?.isInvalidResponseStatusCode(404) == true)
        let provided = RawImageDataProvider(data: Data([1, 2]), cacheKey: "raw")
        #expect(try await pipeline.manager.retrieveData(with: .provider(provided)) == Data([1, 2]))
    }

    @Test("fromMemoryCacheOrRefresh does not ask the disk")
    func memoryOrRefresh() async throws {
        let url = try pipeline.serve()
        _ = try await pipeline.manager.retrieveImage(with: url, options: [.waitForCache])
        pipeline.forgetMemory()
        let again = try await pipeline.manager.retrieveImage(with: url, options: [.fromMemoryCacheOrRefresh])
        #expect(again.cacheType == .none)
        #expect(pipeline.server.count(of: "/picture.png") == 2)
    }

    @Test("onlyFromCache misses with code 3006 and no request")
    func onlyFromCache() async throws {
        let url = try pipeline.serve()
        let error = await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(with: url, options: [.onlyFromCache])
        }
        #expect(error?.errorCode == 3006)
        #expect(pipeline.server.count(of: "/picture.png") == 0)
    }

    @Test("cacheMemoryOnly leaves nothing on disk")
    func cacheMemoryOnly() async throws {
        let url = try pipeline.serve()
        _ = try await pipeline.manager.retrieveImage(with: url, options: [.cacheMemoryOnly, .waitForCache])
        #expect(pipeline.cache.imageCachedType(forKey: url.cacheKey) == .memory)
        pipeline.forgetMemory()
        #expect(pipeline.cache.imageCachedType(forKey: url.cacheKey) == .none)
    }

    @Test("a processed image is made of the cached original without a request")
    func cachedOriginal() async throws {
        let url = try pipeline.serve()
        _ = try await pipeline.manager.retrieveImage(
            with: url, options: [.processor(InvertingProcessor()), .cacheOriginalImage, .waitForCache])
        pipeline.forgetMemory()
        let plain = try await pipeline.manager.retrieveImage(with: url)
        #expect(plain.cacheType == .disk)
        let other = try await pipeline.manager.retrieveImage(
            with: url, options: [.processor(InvertingProcessor() |> InvertingProcessor())])
        #expect(other.cacheType == .none)
        #expect(other.image.samples == plain.image.samples)
        #expect(pipeline.server.count(of: "/picture.png") == 1)
    }

    @Test("the disk has the bytes as received of an unprocessed image")
    func bytesAsReceived() async throws {
        let url = try pipeline.serve()
        _ = try await pipeline.manager.retrieveImage(with: url, options: [.waitForCache])
        let file = try #require(pipeline.cache.cacheFileURLIfOnDisk(forKey: url.cacheKey))
        let stored = try Data(contentsOf: file)
        #expect(stored.starts(with: try Fixture.picture()))
    }

    @Test("an undecodable file in the cache is replaced by a fresh download")
    func damagedFile() async throws {
        let url = try pipeline.serve()
        try await pipeline.cache.storeToDisk(Data("no image at all".utf8), forKey: url.cacheKey)
        let result = try await pipeline.manager.retrieveImage(with: url, options: [.waitForCache])
        #expect(result.cacheType == .none)
        #expect(result.cacheErrors.count == 1)
        pipeline.forgetMemory()
        #expect(try await pipeline.manager.retrieveImage(with: url).cacheType == .disk)
    }

    @Test("a modifier changes what is delivered and not what is cached")
    func modifier() async throws {
        let url = try pipeline.serve()
        let inverting = AnyImageModifier { image in
            try InvertingProcessor().process(item: .image(image), options: KingfisherParsedOptionsInfo())
                ?? image
        }
        let modified = try await pipeline.manager.retrieveImage(
            with: url, options: [.imageModifier(inverting)])
        let plain = try await pipeline.manager.retrieveImage(with: url)
        #expect(plain.cacheType == .memory)
        #expect(modified.image.samples == plain.image.samples.map { 255 - $0 })
    }

    @Test("options of the manager hold unless the call says otherwise")
    func defaultOptions() async throws {
        let url = try pipeline.serve()
        pipeline.manager.defaultOptions = [.onlyFromCache]
        await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(with: url)
        }
        pipeline.manager.defaultOptions = []
        #expect(try await pipeline.manager.retrieveImage(with: url).cacheType == .none)
    }

    @Test("a provider's bytes are loaded and cached under its key")
    func provider() async throws {
        let source = Source.provider(RawImageDataProvider(data: try Fixture.picture(), cacheKey: "raw"))
        #expect(try await pipeline.manager.retrieveImage(with: source).cacheType == .none)
        #expect(try await pipeline.manager.retrieveImage(with: source).cacheType == .memory)
    }

    @Test("a provider that fails is error 5003 with its reason")
    func failingProvider() async throws {
        let missing = URL(filePath: "/nowhere/at/all.png")
        let error = await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(with: missing)
        }
        #expect(error?.errorCode == 5003)
        #expect(error?.description.contains("/nowhere/at/all.png does not exist") == true)
    }
}
