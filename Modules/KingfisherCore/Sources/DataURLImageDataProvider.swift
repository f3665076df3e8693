public import Foundation

/// Bytes written into a `data:` URL (RFC 2397).
public struct DataURLImageDataProvider: ImageDataProvider {
    private let text: String
    /// The key in caches.
    public let cacheKey: String

    /// Makes a provider; the URL is not parsed before `data()`.
    /// - Parameters:
    ///   - url: The URL as text, from `data:` on.
    ///   - cacheKey: The key in caches; the URL itself when nil.
    public init(url: String, cacheKey: String? = nil) {
        self.text = url
        self.cacheKey = cacheKey ?? url
    }

    /// Decodes the URL's payload.
    /// - Throws: `PluginError` with `.corrupt` when it is not a data URL or its payload is not what it says.
    public func data() async throws -> Data {
        guard text.lowercased().hasPrefix("data:"), let comma = text.firstIndex(of: ",") else {
            throw failure("has no comma before its payload")
        }
        let payload = text[text.index(after: comma)...]
        guard let decoded = String(payload).removingPercentEncoding else {
            throw failure("has a broken percent escape")
        }
        guard text[..<comma].lowercased().hasSuffix(";base64") else { return Data(decoded.utf8) }
        guard let data = Data(base64Encoded: decoded.filter { !$0.isWhitespace }) else {
            throw failure("says base64, but its payload is not")
        }
        return data
    }

    private func failure(_ reason: String) -> PluginError {
        PluginError(
            .corrupt, pluginID: "core",
            message: "The data URL \(text.prefix(40))… \(reason); write it as data:[type][;base64],payload.")
    }
}
