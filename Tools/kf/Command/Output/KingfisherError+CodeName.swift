import KingfisherCore

extension KingfisherError {
    /// The name of the reason, as the library spells its case.
    var codeName: String { Self.codeNames[errorCode] ?? "unknown" }

    private static let codeNames: [Int: String] = [
        1001: "emptyRequest", 1002: "invalidURL", 1003: "taskCancelled", 1005: "asyncTaskContextCancelled",
        1006: "dataProviderCancelled", 2001: "invalidURLResponse", 2002: "invalidHTTPStatusCode",
        2003: "URLSessionError", 2004: "dataModifyingFailed", 2005: "noURLResponse",
        2006: "cancelledByDelegate", 3001: "fileEnumeratorCreationFailed",
        3002: "invalidFileEnumeratorContent", 3003: "invalidURLResource", 3004: "cannotLoadDataFromDisk",
        3005: "cannotCreateDirectory", 3006: "imageNotExisting", 3007: "cannotConvertToData",
        3008: "cannotSerializeImage", 3009: "cannotCreateCacheFile", 3010: "cannotSetCacheFileAttribute",
        3011: "diskStorageIsNotReady", 4001: "processingFailed", 5001: "emptySource",
        5002: "notCurrentSourceTask", 5003: "dataProviderError", 5004: "alternativeSourcesExhausted",
    ]
}
