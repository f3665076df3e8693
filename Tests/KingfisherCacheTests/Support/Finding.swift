import Foundation
import KingfisherCache
import KingfisherCore

/// What a load gets of a cache's tiers.
struct Finding {
    let image: Image?
    let hit: TierHit?
    let notes: TierNotes

    init(
        _ key: String, in cache: ImageCache, as role: ImageMaking.Role = .result,
        _ items: KingfisherOptionsInfoItem..., decoder: any ImageDecoder = TestDecoder()
    ) async throws {
        var options = KingfisherParsedOptionsInfo(items)
        options.codecs = ImageCodecs(decoders: [decoder])
        let making = ImageMaking(options: options, pool: .processing)
        let storageKey =
            role == .result
            ? ImageCache.storageKey(key, options) : ImageCache.originalKey(key, options)
        var notes = TierNotes()
        let found = try await making.image(
            in: cache, for: storageKey, as: role, noting: &notes)
        (image, hit) = (found?.image, found?.hit)
        self.notes = notes
    }
}

/// A processor that cannot.
struct FailingProcessor: ImageProcessor {
    let identifier = "failing"

    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        throw PluginError(.corrupt, pluginID: "failing", message: "The overlay is damaged.")
    }
}

/// Stores an image as its first sample, behind a letter that no format begins with.
struct LetterSerializer: CacheSerializer {
    func data(with image: Image, original: Data?) -> Data? { Data("L".utf8) + [image.firstSample] }

    func image(with data: Data, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let bytes = Data(data)
        guard bytes.count == 2, bytes[0] == UInt8(ascii: "L") else { return nil }
        return try testImage(bytes[1])
    }
}
