import Foundation
import KingfisherCache
import KingfisherCore
import Testing

@Suite("Making images of stored values", .timeLimit(.minutes(1)))
struct MakingTests {
    /// Notes what it was given, and where.
    private struct Watching: ImageProcessor {
        let identifier = "watching"
        let items = Calls<String>()
        let marked = Calls<Bool>()

        func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
            if case .data = item { items.call("data") } else { items.call("image") }
            marked.call(MarkedQueue.isCurrent)
            return try item.image(options: options)
        }
    }

    private let disk = DictionaryStorage("disk")

    @Test("What a serializer of one's own made of an unprocessed image is read by it, not by the codecs")
    func serializedUnderPlainKey() async throws {
        let cache = ImageCache.test([disk])
        let options = parsed(.cacheSerializer(LetterSerializer()))
        try await cache.store(testImage(6), original: testFile(6), forKey: "k", options: options)
        #expect(disk.entry(StorageKey("k"))?.value.kind == .processed)
        cache.clearMemoryCache()
        #expect(try await cache.retrieveImage(forKey: "k", options: options).image?.firstSample == 6)
    }

    @Test("A processor gets the source's bytes of an original, and an image of what a serializer made")
    func items() async throws {
        let processor = Watching()
        let cache = ImageCache.test([disk])
        disk.put(StoredData(try testFile(6), kind: .original), StorageKey("original"))
        disk.put(StoredData(Data("L\u{7}".utf8), kind: .processed), StorageKey("serialized"))
        let original = try await Finding("original", in: cache, as: .source, .processor(processor))
        #expect(original.image?.firstSample == 6)
        #expect(await processor.items.first() == "data")
        let serialized = try await Finding(
            "serialized", in: cache, as: .source, .processor(processor),
            .cacheSerializer(LetterSerializer()))
        #expect(serialized.image?.firstSample == 7)
        #expect(await processor.items.first() == "image")
    }

    @Test("The source's bytes are read by the codecs whatever the serializer")
    func originalAndSerializer() async throws {
        disk.put(StoredData(try testFile(6), kind: .original), StorageKey("k"))
        let finding = try await Finding("k", in: .test([disk]), .cacheSerializer(LetterSerializer()))
        #expect(finding.image?.firstSample == 6)
    }

    @Test("A cached original is processed on the processing queue")
    func processingQueue() async throws {
        let processor = Watching()
        disk.put(
            StoredData(try testFile(), kind: .original), StorageKey("k", processorIdentifier: "watching"))
        let options: KingfisherOptionsInfo = [
            .processor(processor), .processingQueue(MarkedQueue().callback),
        ]
        _ = try await ImageCache.test([disk]).retrieveImage(forKey: "k", options: options)
        #expect(await processor.marked.first())
    }

    @Test("The validators of a source lie with what was made of it")
    func validators() async throws {
        let cache = ImageCache.test([disk])
        let validators = HTTPValidators(entityTag: "\"e\"", lastModified: "Mon, 30 Nov 2026 10:00:00 GMT")
        let options = parsed(.processor(Paint(value: 9)))
        _ = await cache.storing(
            try testImage(9), original: try testFile(1), validators: validators, forKey: "k",
            options: options, toDisk: true
        ).value
        let original = StoredData(try testFile(1), kind: .original, validators: validators)
        _ = await cache.storingOriginal(original, forKey: "k", options: options).value
        #expect(
            disk.entry(StorageKey("k", processorIdentifier: "paint(9)"))?.value.validators == validators)
        #expect(disk.entry(StorageKey("k"))?.value == original)
    }
}
