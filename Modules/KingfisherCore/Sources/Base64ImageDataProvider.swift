public import Foundation

/// Bytes written as base64 text.
public struct Base64ImageDataProvider: ImageDataProvider {
    /// The text; white space in it is ignored.
    public let base64String: String
    /// The key in caches.
    public let cacheKey: String

    /// Makes a provider; the text is not looked at before `data()`.
    public init(base64String: String, cacheKey: String) {
        self.base64String = base64String
        self.cacheKey = cacheKey
    }

    /// Decodes the text.
    /// - Throws: `PluginError` with `.corrupt` when it is not base64.
    public func data() async throws -> Data {
        guard let data = Data(base64Encoded: base64String.filter { !$0.isWhitespace }) else {
            throw PluginError(
                .corrupt, pluginID: "core",
                message:
                    "The text under the key \(cacheKey) is not base64; pass the encoded bytes without a prefix."
            )
        }
        return data
    }
}
