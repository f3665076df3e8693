public import KingfisherCore

extension KingfisherOptionsInfoItem {
    /// The cache to ask for the image, and to store it in; the manager's own unless set.
    public static func targetCache(_ value: ImageCache) -> Self { Self { $0.targetCache = value } }

    /// The cache for the bytes of sources before processing; `targetCache` unless set.
    public static func originalCache(_ value: ImageCache) -> Self { Self { $0.originalCache = value } }
}

extension KingfisherParsedOptionsInfo {
    /// The cache to ask for the image, and to store it in; the manager's own when nil.
    public var targetCache: ImageCache? {
        get { self[TargetCache.self] }
        set { self[TargetCache.self] = newValue }
    }

    /// The cache for the bytes of sources before processing; `targetCache` unless set.
    public var originalCache: ImageCache? {
        get { self[OriginalCache.self] ?? targetCache }
        set { self[OriginalCache.self] = newValue }
    }
}

private enum TargetCache: OptionKey {
    static var defaultValue: ImageCache? { nil }
    static var sharesLoads: Bool { true }
}

private enum OriginalCache: OptionKey {
    static var defaultValue: ImageCache? { nil }
    static var sharesLoads: Bool { true }
}
