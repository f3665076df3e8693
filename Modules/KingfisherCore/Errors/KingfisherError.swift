public import Foundation

/// Why a load, a store or a setting of an image failed.
///
/// The cases and codes are Kingfisher's; what they carry is small, and neutral between transports.
public enum KingfisherError: Error, Sendable {
    /// The request could not be made, or was cancelled.
    case requestError(reason: RequestErrorReason)
    /// The response was not what it should be.
    case responseError(reason: ResponseErrorReason)
    /// A cache could not be read or written.
    case cacheError(reason: CacheErrorReason)
    /// Bytes could not be made into the image asked for.
    case processorError(reason: ProcessorErrorReason)
    /// The image could not be given to its target.
    case imageSettingError(reason: ImageSettingErrorReason)

    /// Reasons of code 1001 to 1006.
    public enum RequestErrorReason: Sendable {
        /// A request modifier returned no request. Code 1001.
        case emptyRequest
        /// The URL is empty or has no scheme. Code 1002.
        case invalidURL(request: TransportRequest)
        /// The caller cancelled a download. Code 1003.
        case taskCancelled(url: URL?)
        /// The caller's task was cancelled before the work was attached to it. Code 1005.
        case asyncTaskContextCancelled
        /// The caller cancelled while a data provider was at work. Code 1006.
        case dataProviderCancelled(provider: any ImageDataProvider)
    }

    /// Reasons of code 2001 to 2006.
    public enum ResponseErrorReason: Sendable {
        /// The response is not HTTP. Code 2001.
        case invalidURLResponse(url: URL)
        /// The status code is not acceptable. Code 2002.
        case invalidHTTPStatusCode(response: TransportResponse)
        /// The transport failed, whichever it is; the error is mostly a `PluginError`. Code 2003.
        case URLSessionError(error: any Error)
        /// The delegate returned no data for what was downloaded. Code 2004.
        case dataModifyingFailed(url: URL)
        /// No response came. Code 2005.
        case noURLResponse(url: URL)
        /// The delegate refused the response. Code 2006.
        case cancelledByDelegate(response: TransportResponse)
    }

    /// Reasons of code 3001 to 3011.
    public enum CacheErrorReason: Sendable {
        /// A folder could not be listed. Code 3001.
        case fileEnumeratorCreationFailed(url: URL)
        /// A folder's listing held something unexpected. Code 3002.
        case invalidFileEnumeratorContent(url: URL)
        /// A file's attributes could not be read. Code 3003.
        case invalidURLResource(error: any Error, key: String, url: URL)
        /// A stored value could not be read. Code 3004.
        case cannotLoadDataFromDisk(key: String, error: any Error)
        /// The cache's folder could not be made. Code 3005.
        case cannotCreateDirectory(path: String, error: any Error)
        /// The image is in no cache, and only caches were to be asked. Code 3006.
        case imageNotExisting(key: String)
        /// A value could not be made into bytes. Code 3007.
        case cannotConvertToData(key: String, error: any Error)
        /// The serializer made no bytes of an image. Code 3008.
        case cannotSerializeImage(key: String, error: (any Error)?)
        /// A value could not be written. Code 3009.
        case cannotCreateCacheFile(key: String, error: any Error)
        /// A file's times could not be set. Code 3010.
        case cannotSetCacheFileAttribute(path: String, error: any Error)
        /// There is no usable storage behind the memory cache. Code 3011.
        case diskStorageIsNotReady(cacheName: String, error: (any Error)?)
    }

    /// Reasons of code 4001.
    public enum ProcessorErrorReason: Sendable {
        /// The processor made no image. Code 4001.
        case processingFailed(processor: any ImageProcessor, error: (any Error)?)
    }

    /// Reasons of code 5001 to 5004.
    public enum ImageSettingErrorReason: Sendable {
        /// There was no source. Code 5001.
        case emptySource
        /// Another source has been set meanwhile. Code 5002.
        case notCurrentSourceTask(error: (any Error)?, source: Source)
        /// A data provider failed. Code 5003.
        case dataProviderError(provider: any ImageDataProvider, error: any Error)
        /// The source and all alternatives failed. Code 5004.
        case alternativeSourcesExhausted([PropagationError])
    }
}

/// The error of one source among several.
public struct PropagationError: Error, Sendable {
    /// The source that failed.
    public let source: Source
    /// Why it failed.
    public let error: KingfisherError

    /// Makes a pair.
    public init(source: Source, error: KingfisherError) {
        self.source = source
        self.error = error
    }
}
