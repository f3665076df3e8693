import Foundation
import KingfisherCore
import Testing

@Suite("Options", .timeLimit(.minutes(1)))
struct ParsedOptionsTests {
    private struct Named: ImageProcessor {
        let identifier: String
        func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) -> Image? { nil }
    }

    private enum Colour: OptionKey {
        static var defaultValue: String? { nil }
    }

    private enum Number: OptionKey {
        static var defaultValue: Int { 7 }
        static var sharesLoads: Bool { true }
    }

    @Test("Nothing set means the documented defaults")
    func defaults() {
        for options in [KingfisherParsedOptionsInfo(), KingfisherParsedOptionsInfo([])] {
            #expect(options.processor.isIdentity)
            #expect(options.decodingLimits == .standard)
            #expect(options.scaleFactor == 1)
            #expect(!options.forceRefresh && !options.onlyFromCache && !options.waitForCache)
            #expect(options.memoryCacheAccessExtendingExpiration == .cacheTime)
            #expect(options.downloadPriority == 0.5)
            #expect(options.onFailureImage == nil)
            guard case .untouch = options.callbackQueue else {
                Issue.record("another queue")
                continue
            }
        }
    }

    @Test("Of two items that set the same thing the later wins")
    func laterWins() {
        let options = KingfisherParsedOptionsInfo([
            .scaleFactor(2), .processor(Named(identifier: "a")), .forcedCacheFileExtension("png"),
            .scaleFactor(3),
            .processor(Named(identifier: "b")), .forcedCacheFileExtension(nil),
        ])
        #expect(options.scaleFactor == 3)
        #expect(options.processor.identifier == "b")
        #expect(options.forcedCacheFileExtension == nil)
    }

    @Test("Every flag sets itself and nothing else in the key")
    func flags() {
        let options = KingfisherParsedOptionsInfo([
            .forceRefresh, .fromMemoryCacheOrRefresh, .onlyFromCache, .cacheMemoryOnly, .waitForCache,
            .cacheOriginalImage, .loadDiskFileSynchronously, .asyncCacheTypeCheck, .alsoPrefetchToMemory,
            .backgroundDecode, .preloadAllAnimationData, .keepCurrentImageWhileLoading, .onFailureImage(nil),
        ])
        #expect(options.forceRefresh && options.fromMemoryCacheOrRefresh && options.onlyFromCache)
        #expect(options.cacheMemoryOnly && options.waitForCache && options.cacheOriginalImage)
        #expect(
            options.loadDiskFileSynchronously && options.asyncCacheTypeCheck && options.alsoPrefetchToMemory)
        #expect(options.backgroundDecode && options.preloadAllAnimationData)
        #expect(options.keepCurrentImageWhileLoading)
        guard case .some(.none) = options.onFailureImage else {
            Issue.record("clearing the image was not kept")
            return
        }
        #expect(options.resultIdentifier == "")
    }

    @Test("Options that modules add keep their values apart, and have defaults")
    func extensionKeys() {
        var options = KingfisherParsedOptionsInfo()
        #expect(options[Number.self] == 7)
        #expect(options[Colour.self] == nil)
        options[Number.self] = 8
        options[Colour.self] = "red"
        #expect(options[Number.self] == 8)
        #expect(options[Colour.self] == "red")
        options[Colour.self] = nil
        #expect(options[Colour.self] == nil)
        let item = KingfisherOptionsInfoItem { $0[Number.self] = 9 }
        #expect(KingfisherParsedOptionsInfo([item])[Number.self] == 9)
    }

    @Test("An added option keeps a load from being shared unless its key says otherwise")
    func sharing() {
        var options = KingfisherParsedOptionsInfo([.forceRefresh])
        options[Number.self] = 8
        #expect(options.sharesLoads)
        options[Colour.self] = "red"
        #expect(!options.sharesLoads)
    }

    @Test(
        "All that changes pixels is in the result's name",
        arguments: [
            ([], "", ""),
            ([.scaleFactor(2)], "#scale=2.0", ""),
            (
                [.onlyLoadFirstFrame, .scaleFactor(1.5), .keepsHighDepth], "#scale=1.5,frame=first,depth=16",
                ""
            ),
            ([.keepsMetadata], "#metadata", ""),
            ([.processor(Named(identifier: "p"))], "p", "p"),
            ([.processor(Named(identifier: "p")), .scaleFactor(2)], "p#scale=2.0", "p#scale=2.0"),
            ([.onlyLoadFirstFrame, .processor(Named(identifier: "p"))], "p#frame=first", "p#frame=first"),
        ] as [(KingfisherOptionsInfo, String, String)])
    func identifiers(info: KingfisherOptionsInfo, result: String, stored: String) {
        let options = KingfisherParsedOptionsInfo(info)
        #expect(options.resultIdentifier == result)
        #expect(options.storedIdentifier == stored)
    }

    @Test("Decoding options follow the load's options")
    func decoding() {
        let options = KingfisherParsedOptionsInfo([
            .decodingLimits(.untrusted), .scaleFactor(2), .keepsHighDepth, .onlyLoadFirstFrame,
            .keepsMetadata,
        ])
        let decoding = options.decodingOptions
        #expect(decoding.limits == .untrusted)
        #expect(decoding.scale == 2)
        #expect(decoding.keepsHighDepth && decoding.onlyFirstFrame)
        #expect(!decoding.allowsPartial && decoding.keepsMetadata && decoding.target == nil)
    }
}
