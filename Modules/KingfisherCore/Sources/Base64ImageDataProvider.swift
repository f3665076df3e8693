public import Foundation

/// Bytes written as base64 text.
public struct Base64ImageDataProvider: ImageDataProvider {
    /// The text; ASCII white space in it is ignored.
    public let base64String: String
    /// The key in caches.
    public let cacheKey: String

    /// Makes a provider; the text is not looked at before `data()`.
    public init(base64String: String, cacheKey: String) {
        self.base64String = base64String
        self.cacheKey = cacheKey
    }

    /// Decodes the text, on the pool for processing.
    /// - Throws: `PluginError` with `.corrupt` when it is not base64, or `CancellationError`.
    public func data() async throws -> Data {
        try await WorkPool.processing.run { try decoded() }
    }

    private func decoded() throws -> Data {
        guard let data = Data(base64Encoded: Data(base64String.utf8.filter { !Self.isWhitespace($0) })) else {
            throw PluginError(
                .corrupt, pluginID: "core",
                message:
                    "The text under the key \(cacheKey) is not base64; pass the encoded bytes without a prefix."
            )
        }
        return data
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }
}
