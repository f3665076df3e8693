public import Foundation
public import FoundationNetworking
public import KingfisherCore

// Each setter has the name of its option, which says what it does.
extension KF.Builder {
    /// A copy with the downloader to use.
    public func downloader(_ value: ImageDownloader) -> Self { option(.downloader(value)) }
    /// A copy with how urgent the download is, 0...1.
    public func downloadPriority(_ value: Float) -> Self { option(.downloadPriority(value)) }
    /// A copy with seconds for the whole download.
    public func downloadDeadline(_ value: TimeInterval) -> Self { option(.downloadDeadline(value)) }
    /// A copy with what changes the request.
    public func requestModifier(_ value: any AsyncImageDownloadRequestModifier) -> Self {
        option(.requestModifier(value))
    }
    /// A copy with a block that changes the request.
    public func requestModifier(_ block: @escaping @Sendable (inout URLRequest) -> Void) -> Self {
        requestModifier(
            AnyModifier { request in
                var request = request
                block(&request)
                return request
            })
    }
    /// A copy with what decides on redirects.
    public func redirectHandler(_ value: any ImageDownloadRedirectHandler) -> Self {
        option(.redirectHandler(value))
    }
    /// A copy with what decides whether a failed load is tried again; nothing when nil.
    public func retry(_ strategy: (any RetryStrategy)?) -> Self {
        option(.init { $0.retryStrategy = strategy })
    }
    /// A copy that is tried again after a while, so many times at most.
    public func retry(maxCount: Int, interval: DelayRetryStrategy.Interval = .seconds(3)) -> Self {
        retry(DelayRetryStrategy(maxRetryCount: maxCount, retryInterval: interval))
    }
    /// A copy with sources to try in order when the first one fails.
    public func alternativeSources(_ sources: [Source]?) -> Self {
        option(.init { $0.alternativeSources = sources })
    }
    /// A copy with the source to load instead where data is to be saved.
    public func lowDataModeSource(_ source: Source?) -> Self { option(.lowDataMode(source)) }
    /// A copy with where callbacks run.
    public func callbackQueue(_ value: CallbackQueue) -> Self { option(.callbackQueue(value)) }
    /// A copy with where processors run; the pipeline's own pool when nil.
    public func processingQueue(_ value: CallbackQueue?) -> Self {
        option(.init { $0.processingQueue = value })
    }
    /// A copy with pixels per point of the image.
    public func scaleFactor(_ value: CGFloat) -> Self { option(.scaleFactor(value)) }
    /// A copy with what an encoded image may ask for.
    public func decodingLimits(_ value: DecodingLimits) -> Self { option(.decodingLimits(value)) }
    /// A copy with `backgroundDecode` set so.
    public func backgroundDecode(_ enabled: Bool = true) -> Self {
        option(.init { $0.backgroundDecode = enabled })
    }
    /// A copy with `onlyLoadFirstFrame` set so.
    public func onlyLoadFirstFrame(_ enabled: Bool = true) -> Self {
        option(.init { $0.onlyLoadFirstFrame = enabled })
    }
    /// A copy with `preloadAllAnimationData` set so.
    public func preloadAllAnimationData(_ enabled: Bool = true) -> Self {
        option(.init { $0.preloadAllAnimationData = enabled })
    }
    /// A copy with `keepsHighDepth` set so.
    public func keepsHighDepth(_ enabled: Bool = true) -> Self {
        option(.init { $0.keepsHighDepth = enabled })
    }
    /// A copy with `keepsMetadata` set so.
    public func keepsMetadata(_ enabled: Bool = true) -> Self {
        option(.init { $0.keepsMetadata = enabled })
    }
    /// A copy with the image a view shows when loading fails; nil clears it.
    public func onFailureImage(_ image: Image?) -> Self { option(.onFailureImage(image)) }
    /// A copy with `keepCurrentImageWhileLoading` set so.
    public func keepCurrentImageWhileLoading(_ enabled: Bool = true) -> Self {
        option(.init { $0.keepCurrentImageWhileLoading = enabled })
    }
    /// A copy with what changes the image last of all; nothing when nil.
    public func imageModifier(_ modifier: (any ImageModifier)?) -> Self {
        option(.init { $0.imageModifier = modifier })
    }
    /// A copy with a block that changes the image last of all; when it throws, the image stays as it was.
    public func imageModifier(_ block: @escaping @Sendable (inout Image) throws -> Void) -> Self {
        imageModifier(
            AnyImageModifier { image in
                var image = image
                try block(&image)
                return image
            })
    }
}
