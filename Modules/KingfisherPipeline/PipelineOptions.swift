public import Foundation
public import KingfisherCore

extension KingfisherOptionsInfoItem {
    /// The downloader to use instead of the manager's.
    public static func downloader(_ value: ImageDownloader) -> Self { Self { $0.downloader = value } }

    /// Changes the request before it is sent.
    public static func requestModifier(_ value: any AsyncImageDownloadRequestModifier) -> Self {
        Self { $0.requestModifier = value }
    }

    /// Decides on redirects.
    public static func redirectHandler(_ value: any ImageDownloadRedirectHandler) -> Self {
        Self { $0.redirectHandler = value }
    }

    /// Decides whether a failed load is tried again.
    public static func retryStrategy(_ value: any RetryStrategy) -> Self { Self { $0.retryStrategy = value } }

    /// Seconds for a whole download, however steadily bytes arrive; no deadline unless set.
    public static func downloadDeadline(_ value: TimeInterval) -> Self {
        Self { $0.downloadDeadline = value }
    }
}

extension KingfisherParsedOptionsInfo {
    /// The downloader to use instead of the manager's.
    public var downloader: ImageDownloader? {
        get { self[DownloaderKey.self] }
        set { self[DownloaderKey.self] = newValue }
    }

    /// Changes the request before it is sent.
    public var requestModifier: (any AsyncImageDownloadRequestModifier)? {
        get { self[RequestModifierKey.self] }
        set { self[RequestModifierKey.self] = newValue }
    }

    /// Decides on redirects.
    public var redirectHandler: (any ImageDownloadRedirectHandler)? {
        get { self[RedirectHandlerKey.self] }
        set { self[RedirectHandlerKey.self] = newValue }
    }

    /// Decides whether a failed load is tried again.
    public var retryStrategy: (any RetryStrategy)? {
        get { self[RetryStrategyKey.self] }
        set { self[RetryStrategyKey.self] = newValue }
    }

    /// Seconds for a whole download.
    public var downloadDeadline: TimeInterval? {
        get { self[DownloadDeadlineKey.self] }
        set { self[DownloadDeadlineKey.self] = newValue }
    }
}

private enum DownloaderKey: OptionKey {
    static var defaultValue: ImageDownloader? { nil }
    static var sharesLoads: Bool { true }
}

private enum RequestModifierKey: OptionKey {
    static var defaultValue: (any AsyncImageDownloadRequestModifier)? { nil }
}

private enum RedirectHandlerKey: OptionKey {
    static var defaultValue: (any ImageDownloadRedirectHandler)? { nil }
}

private enum RetryStrategyKey: OptionKey {
    static var defaultValue: (any RetryStrategy)? { nil }
    static var sharesLoads: Bool { true }
}

private enum DownloadDeadlineKey: OptionKey {
    static var defaultValue: TimeInterval? { nil }
    static var sharesLoads: Bool { true }
}
