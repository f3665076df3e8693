public import Foundation

/// Encoded image bytes from anywhere.
///
/// Implement one of the two `data` methods: each has a default that uses the other, and a conformer with neither
/// throws `PluginError` with `.notImplemented`.
public protocol ImageDataProvider: Sendable {
    /// The key in caches. Must change when the bytes do.
    var cacheKey: String { get }
    /// A URL that stands for the content, where there is one.
    var contentURL: URL? { get }

    /// Provides the bytes.
    /// - Throws: Whatever prevents it; the loading pipeline wraps it in `dataProviderError`.
    func data() async throws -> Data

    /// Provides the bytes by calling `handler` exactly once, on any thread.
    func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void)
}

extension ImageDataProvider {
    /// No URL.
    public var contentURL: URL? { nil }

    /// Asks the callback form.
    public func data() async throws -> Data {
        if ProviderRecursion.isInside {
            throw PluginError(
                .notImplemented, pluginID: "core",
                message:
                    "\(type(of: self)) implements neither data() nor data(handler:); implement one of them.")
        }
        return try await ProviderRecursion.$isInside.withValue(true) {
            try await withCheckedThrowingContinuation { continuation in
                data { continuation.resume(with: $0) }
            }
        }
    }

    /// Asks the async form.
    public func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        Task {
            do {
                handler(.success(try await data()))
            } catch {
                handler(.failure(error))
            }
        }
    }
}

/// Marks the one call in which the two defaults would call each other for ever.
private enum ProviderRecursion {
    @TaskLocal static var isInside = false
}
