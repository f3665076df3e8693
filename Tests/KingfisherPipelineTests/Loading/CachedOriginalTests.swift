import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherMemoryStorage
import KingfisherTestKit
import Testing

@testable import KingfisherPipeline

@Suite("Loads and what the tiers have", .timeLimit(.minutes(2)))
struct CachedOriginalTests {
    private struct Failing: ImageProcessor {
        let identifier = "test.Failing"
        func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
            throw PluginError(.corrupt, pluginID: "test", message: "The overlay is damaged.")
        }
    }

    /// Tells whether it ran on the queue it was to.
    private struct Watching: ImageProcessor {
        static let key = DispatchSpecificKey<Bool>()
        let identifier = "test.Watching"
        let places = Notes<Bool>()

        func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
            places.add(DispatchQueue.getSpecific(key: Self.key) == true)
            return try item.image(options: options)
        }
    }

    /// Turns the bytes around, so that no codec can read them.
    private struct ReversingSerializer: CacheSerializer {
        func data(with image: Image, original: Data?) -> Data? { original.map { Data($0.reversed()) } }
        func image(with data: Data, options: KingfisherParsedOptionsInfo) throws -> Image? {
            try options.codecs.decode(Data(data.reversed()), options: options.decodingOptions)
        }
    }

    private let pipeline: TestPipeline

    init() throws {
        pipeline = try TestPipeline()
    }

    private func stored(_ key: StorageKey) async throws -> StoredData? {
        try await pipeline.cache.tiers[0].value(for: key, extending: .none)
    }

    @Test("a processor that fails does not cost the cached original")
    func failingProcessor() async throws {
        let url = try pipeline.serve()
        _ = try await pipeline.manager.retrieveImage(with: url, options: [.waitForCache])
        let error = await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(
                with: url, options: [.processor(Failing()), .onlyFromCache])
        }
        #expect(error?.errorCode == 3004)
        #expect(error?.description.contains("The overlay is damaged.") == true)
        #expect(try await stored(StorageKey(url.cacheKey))?.data == (try Fixture.picture()))
    }

    @Test("cached originals are processed where downloads are")
    func processingQueue() async throws {
        let queue = DispatchQueue(label: "processing")
        queue.setSpecific(key: Watching.key, value: true)
        let processor = Watching()
        let options: KingfisherOptionsInfo = [
            .processor(processor), .processingQueue(.dispatch(queue)), .cacheOriginalImage, .waitForCache,
        ]
        let url = try pipeline.serve()
        _ = try await pipeline.manager.retrieveImage(with: url, options: options)
        try await pipeline.cache.removeImage(forKey: url.cacheKey, processorIdentifier: processor.identifier)
        let again = try await pipeline.manager.retrieveImage(with: url, options: options)
        #expect(again.cacheType == .none)
        #expect(again.originalData == (try Fixture.picture()))
        #expect(processor.places.all == [true, true])
        #expect(pipeline.server.count(of: "/picture.png") == 1)
    }

    @Test("bytes of a serializer of one's own are not taken for the source's")
    func ownSerializer() async throws {
        let url = try pipeline.serve()
        let serializer = KingfisherOptionsInfoItem.cacheSerializer(ReversingSerializer())
        let first = try await pipeline.manager.retrieveImage(with: url, options: [serializer, .waitForCache])
        #expect(first.originalData == (try Fixture.picture()))
        pipeline.forgetMemory()
        let second = try await pipeline.manager.retrieveImage(with: url, options: [serializer])
        #expect(second.cacheType == .disk && second.originalData == nil)
        #expect(second.image.samples == first.image.samples)
        let inverted = try await pipeline.manager.retrieveImage(
            with: url, options: [serializer, .processor(InvertingProcessor())])
        #expect(inverted.originalData == nil)
        #expect(inverted.image.samples == first.image.samples.map { 255 - $0 })
        #expect(pipeline.server.count(of: "/picture.png") == 1)
    }

    @Test("a tier that cannot be asked is why an image is not there")
    func failingTier() async throws {
        let cache = ImageCache(
            name: "broken", memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 1 << 20)),
            tiers: [BrokenStorage()], codecs: ImageCodecs())
        let url = try pipeline.serve()
        let error = await #expect(throws: KingfisherError.self) {
            _ = try await pipeline.manager.retrieveImage(
                with: url, options: [.targetCache(cache), .onlyFromCache])
        }
        #expect(error?.errorCode == 3004)
        #expect(error?.description.contains("The tier is out of order.") == true)
        let result = try await pipeline.manager.retrieveImage(with: url, options: [.targetCache(cache)])
        #expect(result.cacheErrors.map(\.errorCode) == [3004])
    }

    @Test("what the server named the source by lies with the image and with the original")
    func validators() async throws {
        var response = ScriptedResponse.bytes(try Fixture.picture(), type: "image/png")
        response.headers["ETag"] = "\"one\""
        response.headers["Last-Modified"] = "Mon, 30 Nov 2026 10:00:00 GMT"
        let url = try pipeline.serve(as: response)
        _ = try await pipeline.manager.retrieveImage(
            with: url, options: [.processor(InvertingProcessor()), .cacheOriginalImage, .waitForCache])
        let expected = HTTPValidators(
            entityTag: "\"one\"", lastModified: "Mon, 30 Nov 2026 10:00:00 GMT")
        let processed = StorageKey(url.cacheKey, processorIdentifier: "test.Inverting")
        #expect(try await stored(processed)?.validators == expected)
        let original = try await stored(StorageKey(url.cacheKey))
        #expect(original?.validators == expected && original?.kind == .original)
        let twice = InvertingProcessor() |> InvertingProcessor()
        _ = try await pipeline.manager.retrieveImage(
            with: url, options: [.processor(twice), .waitForCache])
        let second = StorageKey(url.cacheKey, processorIdentifier: twice.identifier)
        #expect(try await stored(second)?.validators == expected)
    }
}
