import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherPipeline

@Suite("Which loads are one", .timeLimit(.minutes(1)))
struct LoadKeyTests {
    private enum Colour: OptionKey {
        static var defaultValue: Int { 0 }
    }

    private let pipeline: TestPipeline
    private let url = URL(filePath: "/picture.png")

    init() throws {
        pipeline = try TestPipeline()
    }

    private func key(_ items: KingfisherOptionsInfoItem...) -> LoadKey? {
        LoadKey(
            ImageLoad(
                source: .network(url), options: KingfisherParsedOptionsInfo(items), cache: pipeline.cache,
                originalCache: pipeline.cache, downloader: pipeline.manager.downloader, pool: .processing))
    }

    @Test("Loads that would do the same")
    func same() {
        #expect(key() != nil)
        #expect(key() == key())
        #expect(key(.callbackQueue(.mainAsync), .downloadPriority(1)) == key())
        #expect(key(.targetCache(pipeline.cache), .downloadDeadline(5)) == key(.downloadDeadline(5)))
    }

    @Test(
        "Not those that differ in what they do",
        arguments: [
            .processor(InvertingProcessor()), .scaleFactor(2), .decodingLimits(.untrusted), .forceRefresh,
            .fromMemoryCacheOrRefresh, .onlyFromCache, .cacheMemoryOnly, .waitForCache, .cacheOriginalImage,
            .cacheSerializer(DefaultCacheSerializer(compressionQuality: 0.5)),
            .memoryCacheExpiration(.never), .memoryCacheAccessExtendingExpiration(.none),
            .diskCacheExpiration(.never), .diskCacheAccessExtendingExpiration(.none),
            .forcedCacheFileExtension("png"), .downloadDeadline(5),
        ] as [KingfisherOptionsInfoItem])
    func different(item: KingfisherOptionsInfoItem) {
        #expect(key(item) != nil)
        #expect(key(item) != key())
    }

    @Test("Never those with what cannot be compared: code of the caller's own, options of a plugin")
    func incomparable() {
        #expect(key(.processingQueue(.untouch)) == nil)
        #expect(key(.requestModifier(AnyModifier { $0 })) == nil)
        #expect(key(.redirectHandler(AnyRedirectHandler { $1 })) == nil)
        #expect(key(KingfisherOptionsInfoItem { $0[Colour.self] = 3 }) == nil)
    }

    @Test("A request with a redirect handler has one key, and no other request has it")
    func redirectHandlers() async throws {
        let options = KingfisherParsedOptionsInfo([.redirectHandler(AnyRedirectHandler { $1 })])
        let request = try await DownloadRequest(url: url, options: options, timeout: 1)
        let other = try await DownloadRequest(url: url, options: options, timeout: 1)
        #expect(request.key == request.key)
        #expect(request.key != other.key)
    }
}
