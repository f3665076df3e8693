extension KingfisherError {
    /// The domain under which the codes are unique.
    public static let domain = "com.onevcat.Kingfisher.Error"

    /// The stable number of the reason.
    public var errorCode: Int {
        switch self {
        case .requestError(let reason): reason.code
        case .responseError(let reason): reason.code
        case .cacheError(let reason): reason.code
        case .processorError(.processingFailed): 4001
        case .imageSettingError(let reason): reason.code
        }
    }

    /// Whether the caller's own cancellation is the reason, in whichever of its forms.
    public var isTaskCancelled: Bool {
        switch self {
        case .requestError(.taskCancelled), .requestError(.asyncTaskContextCancelled),
            .requestError(.dataProviderCancelled):
            true
        case .responseError(.URLSessionError(let error)),
            .imageSettingError(.dataProviderError(_, let error)),
            .cacheError(.cannotLoadDataFromDisk(_, let error)),
            .processorError(.processingFailed(_, let error?)):
            Self.isCancellation(error)
        default: false
        }
    }

    /// Whether an error of any type means that the caller cancelled: the one question to ask before a retry, before
    /// an alternative source, and before an error is shown.
    public static func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || (error as? KingfisherError)?.isTaskCancelled == true
    }

    /// Whether the server's status code is the reason.
    public var isInvalidResponseStatusCode: Bool {
        if case .responseError(.invalidHTTPStatusCode) = self { true } else { false }
    }

    /// Whether that status code of the server is the reason.
    public func isInvalidResponseStatusCode(_ code: Int) -> Bool {
        if case .responseError(.invalidHTTPStatusCode(let response)) = self {
            response.statusCode == code
        } else {
            false
        }
    }

    /// Whether another source had been set meanwhile.
    public var isNotCurrentTask: Bool {
        if case .imageSettingError(.notCurrentSourceTask) = self { true } else { false }
    }
}

extension KingfisherError.RequestErrorReason {
    var code: Int {
        switch self {
        case .emptyRequest: 1001
        case .invalidURL: 1002
        case .taskCancelled: 1003
        case .asyncTaskContextCancelled: 1005
        case .dataProviderCancelled: 1006
        }
    }
}

extension KingfisherError.ResponseErrorReason {
    var code: Int {
        switch self {
        case .invalidURLResponse: 2001
        case .invalidHTTPStatusCode: 2002
        case .URLSessionError: 2003
        case .dataModifyingFailed: 2004
        case .noURLResponse: 2005
        case .cancelledByDelegate: 2006
        }
    }
}

extension KingfisherError.CacheErrorReason {
    var code: Int {
        switch self {
        case .fileEnumeratorCreationFailed: 3001
        case .invalidFileEnumeratorContent: 3002
        case .invalidURLResource: 3003
        case .cannotLoadDataFromDisk: 3004
        case .cannotCreateDirectory: 3005
        case .imageNotExisting: 3006
        case .cannotConvertToData: 3007
        case .cannotSerializeImage: 3008
        case .cannotCreateCacheFile: 3009
        case .cannotSetCacheFileAttribute: 3010
        case .diskStorageIsNotReady: 3011
        }
    }
}

extension KingfisherError.ImageSettingErrorReason {
    var code: Int {
        switch self {
        case .emptySource: 5001
        case .notCurrentSourceTask: 5002
        case .dataProviderError: 5003
        case .alternativeSourcesExhausted: 5004
        }
    }
}
