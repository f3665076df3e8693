import Foundation
import Kingfisher
import KingfisherTestKit
import Testing

// What programs written for Kingfisher say, with `import Kingfisher` and Foundation: compiling is most of the test.
private struct ServerErrorsOnly: RetryStrategy {
    func retry(context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void) {
        if case .responseError(reason: .invalidHTTPStatusCode(let response)) = context.error,
            response.statusCode >= 500, context.retriedCount < 2
        {
            retryHandler(.retry(userInfo: context.retriedCount))
        } else {
            retryHandler(.stop)
        }
    }
}

private struct FixedProvider: ImageDataProvider {
    let cacheKey: String
    let bytes: Data

    func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        handler(.success(bytes))
    }
}

private func loadWithOptions(_ url: URL, manager: KingfisherManager) -> DownloadTask? {
    let modifier = AnyModifier { request in
        var request = request
        request.setValue("abc", forHTTPHeaderField: "Access-Token")
        return request
    }
    let processor =
        ResizingImageProcessor(referenceSize: CGSize(width: 10, height: 10))
        |> BlurImageProcessor(blurRadius: 2)
    return manager.retrieveImage(
        with: url,
        options: [
            .processor(processor), .requestModifier(modifier), .retryStrategy(ServerErrorsOnly()),
            .cacheOriginalImage, .scaleFactor(2), .memoryCacheExpiration(.seconds(60)),
            .diskCacheExpiration(.never), .callbackQueue(.mainAsync),
        ],
        progressBlock: { received, total in print(received, total) }
    ) { result in
        switch result {
        case .success(let value): print(value.image, value.cacheType, value.source.url as Any)
        case .failure(let error): print(error.errorCode, error.isTaskCancelled)
        }
    }
}

private func chain(_ url: URL) -> KF.Builder {
    KF.url(url)
        .resizing(referenceSize: CGSize(width: 10, height: 10))
        .blur(radius: 2)
        .cacheOriginalImage()
        .retry(maxCount: 3, interval: .accumulated(1))
        .onProgress { received, total in print(received, total) }
        .onSuccess { print($0.image) }
        .onFailure { print($0) }
}

private func prefetch(_ urls: [URL]) {
    let prefetcher = ImagePrefetcher(urls: urls) { skipped, failed, completed in
        print(skipped, failed, completed.map(\.downloadURL))
    }
    prefetcher.maxConcurrentDownloads = 2
    prefetcher.start()
    prefetcher.stop()
}

private func configure(_ cache: ImageCache) {
    cache.memoryStorage.config.totalCostLimit = 64 << 20
    cache.diskStorage?.config.sizeLimit = 1 << 30
    cache.diskStorage?.config.expiration = .days(3)
}

@Suite("Source compatibility", .timeLimit(.minutes(1)))
struct SourceCompatibilityTests {
    @Test("The chain has the processors of the option form, under the same key")
    func keys() {
        let processor =
            ResizingImageProcessor(referenceSize: CGSize(width: 10, height: 10))
            |> BlurImageProcessor(blurRadius: 2)
        let parsed = KingfisherParsedOptionsInfo(chain(URL(filePath: "/a.png")).options)
        #expect(parsed.processor.identifier == processor.identifier)
    }
}
