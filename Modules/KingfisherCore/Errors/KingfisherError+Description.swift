public import Foundation

extension KingfisherError: LocalizedError, CustomStringConvertible {
    /// What happened and what to do about it.
    public var description: String {
        switch self {
        case .requestError(let reason): reason.text
        case .responseError(let reason): reason.text
        case .cacheError(let reason): reason.text
        case .processorError(.processingFailed(let processor, let error)):
            error.map(Self.text)
                ?? "The processor \(processor.identifier) made no image. Check its parameters and the source."
        case .imageSettingError(let reason): reason.text
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }

    static func text(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
    }
}

extension KingfisherError.RequestErrorReason {
    var text: String {
        switch self {
        case .emptyRequest:
            "A request modifier returned no request. Return the request to load, or the one it was given."
        case .invalidURL(let request):
            "\(request.url.absoluteString) is not a URL to load from. Write it with scheme and host."
        case .taskCancelled(let url):
            "Loading \(url?.absoluteString ?? "the image") was cancelled."
        case .asyncTaskContextCancelled:
            "The task was cancelled before its load began."
        case .dataProviderCancelled(let provider):
            "Providing \(provider.cacheKey) was cancelled."
        }
    }
}

extension KingfisherError.ResponseErrorReason {
    var text: String {
        switch self {
        case .invalidURLResponse(let url):
            "\(url.absoluteString) gave an answer that is not HTTP. Check scheme, host and port."
        case .invalidHTTPStatusCode(let response):
            "\(response.url.absoluteString) answered with status \(response.statusCode). "
                + Self.wayOut(ofStatus: response.statusCode)
        case .URLSessionError(let error):
            KingfisherError.text(error)
        case .dataModifyingFailed(let url):
            "The delegate returned no data for \(url.absoluteString)."
        case .noURLResponse(let url):
            "\(url.absoluteString) gave no answer. Check host and port, or try again later."
        case .cancelledByDelegate(let response):
            "The delegate refused the response of \(response.url.absoluteString), status \(response.statusCode)."
        }
    }

    /// What to do about a status that is not one of success.
    private static func wayOut(ofStatus code: Int) -> String {
        switch code {
        case 300..<400: "Load the URL it points to."
        case 401, 403, 407: "Check the credentials that the request carries."
        case 404, 410: "Check the URL."
        case 408, 425, 429, 500...: "Try again later."
        default: "Check the URL and the header fields of the request."
        }
    }
}

extension KingfisherError.CacheErrorReason {
    var text: String {
        switch self {
        case .fileEnumeratorCreationFailed(let url):
            "The folder \(url.path) cannot be listed. Check that it exists and its mode."
        case .invalidFileEnumeratorContent(let url):
            "The folder \(url.path) holds something that is not a file."
        case .invalidURLResource(let error, _, let url):
            "The attributes of \(url.path) cannot be read: \(KingfisherError.text(error))"
        case .cannotLoadDataFromDisk(let key, let error):
            "The cached value of \(key) cannot be read: \(KingfisherError.text(error))"
        case .cannotCreateDirectory(let path, let error):
            "The cache folder \(path) cannot be made: \(KingfisherError.text(error))"
        case .imageNotExisting(let key):
            "\(key) is not in the cache, and only the cache was to be asked. Load it once without that option."
        case .cannotConvertToData(let key, let error):
            "The value of \(key) cannot be made into bytes: \(KingfisherError.text(error))"
        case .cannotSerializeImage(let key, let error):
            "The image of \(key) cannot be encoded for the cache"
                + (error.map { ": \(KingfisherError.text($0))" } ?? "; check the cache serializer.")
        case .cannotCreateCacheFile(let key, let error):
            "\(key) cannot be stored in the cache: \(KingfisherError.text(error))"
        case .cannotSetCacheFileAttribute(let path, let error):
            "The times of \(path) cannot be set: \(KingfisherError.text(error))"
        case .diskStorageIsNotReady(let cacheName, let error):
            "The cache \(cacheName) has no usable storage behind its memory"
                + (error.map { ": \(KingfisherError.text($0))" } ?? ".")
        }
    }
}

extension KingfisherError.ImageSettingErrorReason {
    var text: String {
        switch self {
        case .emptySource:
            "There is no source to load from."
        case .notCurrentSourceTask(_, let source):
            "\(source) finished, but another source has been set meanwhile."
        case .dataProviderError(_, let error):
            KingfisherError.text(error)
        case .alternativeSourcesExhausted(let errors):
            "All sources failed: "
                + errors.map { "\($0.source): \($0.error.description)" }.joined(separator: " ")
        }
    }
}
