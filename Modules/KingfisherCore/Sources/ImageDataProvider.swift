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
    /// - Throws: What the callback form reports, or `PluginError` with `.notImplemented` when that asks back.
    public func data() async throws -> Data {
        try await ProviderRecursion.$asking.withValue(ObjectIdentifier(Self.self)) {
            try await withCheckedThrowingContinuation { continuation in
                data { continuation.resume(with: $0) }
            }
        }
    }

    /// Asks the async form.
    public func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        guard ProviderRecursion.asking != ObjectIdentifier(Self.self) else {
            let error = PluginError(
                .notImplemented, pluginID: "core",
                message: "\(Self.self) implements neither data() nor data(handler:); implement one of them.")
            return handler(.failure(error))
        }
        Task {
            do {
                handler(.success(try await data()))
            } catch {
                handler(.failure(error))
            }
        }
    }
}

/// The type whose async default is asking its callback form, and not yet any other provider's.
///
/// Only a type that has both defaults can be asked back by itself; providers that load through others of another
/// type, or through values of their own, implement at least one form, so that they never meet their own mark there.
private enum ProviderRecursion {
    @TaskLocal static var asking: ObjectIdentifier?
}
