import Foundation
import KingfisherCore
import Testing

@Suite("Errors and their codes", .timeLimit(.minutes(1)))
struct KingfisherErrorTests {
    private struct Beneath: Error, LocalizedError {
        var errorDescription: String? { "beneath it all" }
    }

    private static let url = URL(string: "http://127.0.0.1/a.png")!
    private static let provider = RawImageDataProvider(data: Data(), cacheKey: "raw-key")
    private static let response = TransportResponse(url: url, statusCode: 404)

    /// The codes that Kingfisher publishes.
    private static let golden: [(KingfisherError, Int)] = [
        (.requestError(reason: .emptyRequest), 1001),
        (.requestError(reason: .invalidURL(request: TransportRequest(url: url))), 1002),
        (.requestError(reason: .taskCancelled(url: url)), 1003),
        (.requestError(reason: .asyncTaskContextCancelled), 1005),
        (.requestError(reason: .dataProviderCancelled(provider: provider)), 1006),
        (.responseError(reason: .invalidURLResponse(url: url)), 2001),
        (.responseError(reason: .invalidHTTPStatusCode(response: response)), 2002),
        (.responseError(reason: .URLSessionError(error: Beneath())), 2003),
        (.responseError(reason: .dataModifyingFailed(url: url)), 2004),
        (.responseError(reason: .noURLResponse(url: url)), 2005),
        (.responseError(reason: .cancelledByDelegate(response: response)), 2006),
        (.cacheError(reason: .fileEnumeratorCreationFailed(url: url)), 3001),
        (.cacheError(reason: .invalidFileEnumeratorContent(url: url)), 3002),
        (.cacheError(reason: .invalidURLResource(error: Beneath(), key: "k", url: url)), 3003),
        (.cacheError(reason: .cannotLoadDataFromDisk(key: "k", error: Beneath())), 3004),
        (.cacheError(reason: .cannotCreateDirectory(path: "/p", error: Beneath())), 3005),
        (.cacheError(reason: .imageNotExisting(key: "k")), 3006),
        (.cacheError(reason: .cannotConvertToData(key: "k", error: Beneath())), 3007),
        (.cacheError(reason: .cannotSerializeImage(key: "k", error: nil)), 3008),
        (.cacheError(reason: .cannotCreateCacheFile(key: "k", error: Beneath())), 3009),
        (.cacheError(reason: .cannotSetCacheFileAttribute(path: "/p", error: Beneath())), 3010),
        (.cacheError(reason: .diskStorageIsNotReady(cacheName: "c", error: nil)), 3011),
        (
            .processorError(reason: .processingFailed(processor: DefaultImageProcessor.default, error: nil)),
            4001
        ),
        (.imageSettingError(reason: .emptySource), 5001),
        (.imageSettingError(reason: .notCurrentSourceTask(error: nil, source: .network(url))), 5002),
        (.imageSettingError(reason: .dataProviderError(provider: provider, error: Beneath())), 5003),
        (.imageSettingError(reason: .alternativeSourcesExhausted([])), 5004),
    ]

    @Test("Each reason has the code Kingfisher gives it")
    func codes() {
        #expect(KingfisherError.domain == "com.onevcat.Kingfisher.Error")
        for (error, code) in Self.golden {
            #expect(error.errorCode == code)
        }
        #expect(Set(Self.golden.map(\.1)).count == 27)
    }

    @Test("Each reason has a text of its own, which names the error beneath")
    func texts() {
        // A transport's and a provider's error speak for themselves.
        let texts = Self.golden.filter { ![2003, 5003].contains($0.1) }.map { $0.0.description }
        #expect(Set(texts).count == texts.count)
        for (error, code) in Self.golden {
            #expect(error.errorDescription == error.description)
            #expect(error.localizedDescription == error.description)
            if [2003, 3003, 3004, 3005, 3007, 3009, 3010, 5003].contains(code) {
                #expect(error.description.contains("beneath it all"), "\(code)")
            }
        }
    }

    @Test("Only the three forms of cancellation are cancellation, by whatever they are wrapped")
    func cancellation() {
        for (error, code) in Self.golden {
            #expect(error.isTaskCancelled == [1003, 1005, 1006].contains(code), "\(code)")
        }
        let wrapped: [KingfisherError] = [
            .responseError(reason: .URLSessionError(error: CancellationError())),
            .cacheError(reason: .cannotLoadDataFromDisk(key: "k", error: CancellationError())),
            .processorError(
                reason: .processingFailed(
                    processor: DefaultImageProcessor.default, error: CancellationError())),
            .imageSettingError(
                reason: .dataProviderError(
                    provider: Self.provider,
                    error: KingfisherError.requestError(reason: .taskCancelled(url: nil)))),
        ]
        for error in wrapped { #expect(error.isTaskCancelled) }
        #expect(KingfisherError.isCancellation(CancellationError()))
        #expect(KingfisherError.isCancellation(wrapped[3]))
        #expect(!KingfisherError.isCancellation(Beneath()))
    }

    @Test("Status codes can be asked for")
    func statusCodes() {
        let error = KingfisherError.responseError(reason: .invalidHTTPStatusCode(response: Self.response))
        #expect(error.isInvalidResponseStatusCode)
        #expect(error.isInvalidResponseStatusCode(404))
        #expect(!error.isInvalidResponseStatusCode(500))
        let other = KingfisherError.imageSettingError(
            reason: .notCurrentSourceTask(error: nil, source: .network(Self.url)))
        #expect(other.isNotCurrentTask && !other.isInvalidResponseStatusCode)
    }

    @Test(
        "What a server refuses says what to do about it",
        arguments: [
            (401, "credentials"), (403, "credentials"), (404, "Check the URL"), (410, "Check the URL"),
            (429, "later"), (500, "later"), (503, "later"), (302, "points to"), (418, "header fields"),
        ])
    func wayOut(status: Int, advice: String) {
        let response = TransportResponse(url: Self.url, statusCode: status)
        let error = KingfisherError.responseError(reason: .invalidHTTPStatusCode(response: response))
        #expect(error.description.contains("answered with status \(status). "))
        #expect(error.description.contains(advice))
    }

    @Test("A plugin's error shows its message, and the cause where there is one")
    func pluginError() {
        let error = PluginError(.truncated, pluginID: "png", message: "The image ends early.")
        #expect(error.description == "The image ends early.")
        let caused = PluginError(.ioFailed, pluginID: "disk", message: "It failed.", cause: error)
        #expect(caused.description == "It failed. (The image ends early.)")
        #expect(PluginError.Code.truncated == PluginError.Code(rawValue: "truncated"))
    }
}
