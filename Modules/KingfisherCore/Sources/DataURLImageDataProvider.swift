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

    /// Decodes the URL's payload, on the pool for processing.
    /// - Throws: `PluginError` with `.corrupt` when it is not a data URL or its payload is not what it says, or
    ///   `CancellationError`.
    public func data() async throws -> Data {
        try await WorkPool.processing.run { try decoded() }
    }

    private func decoded() throws -> Data {
        let bytes = text.utf8
        guard Self.says("data:", bytes.prefix(5)) else { throw failure("does not begin with data:") }
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else {
            throw failure("has no comma before its payload")
        }
        guard let payload = Self.percentDecoded(bytes[bytes.index(after: comma)...]) else {
            throw failure("has a broken percent escape")
        }
        guard Self.says(";base64", bytes[..<comma].suffix(7)) else { return payload }
        guard let data = Data(base64Encoded: Self.padded(payload)) else {
            throw failure("says base64, but its payload is not")
        }
        return data
    }

    private static func says(_ word: String, _ bytes: Substring.UTF8View) -> Bool {
        String(Substring(bytes)).lowercased() == word
    }

    /// The bytes that escaped text stands for: any bytes, not only those of valid UTF-8.
    private static func percentDecoded(_ text: Substring.UTF8View) -> Data? {
        guard text.contains(UInt8(ascii: "%")) else { return Data(text) }
        var decoded = Data(capacity: text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit)
            else { return nil }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    private static func hexDigit(_ character: UInt8) -> UInt8? {
        Character(UnicodeScalar(character)).hexDigitValue.map(UInt8.init)
    }

    /// Base64 as browsers take it in such URLs: white space and control characters left out, padding optional.
    private static func padded(_ payload: Data) -> Data {
        let digits = payload.filter { $0 > 0x20 }
        guard digits.last != UInt8(ascii: "=") else { return digits }
        return digits + Data(repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    }

    private func failure(_ reason: String) -> PluginError {
        PluginError(
            .corrupt, pluginID: "core",
            message: "The data URL \(String(text.unicodeScalars.prefix(40)))… \(reason); "
                + "write it as data:[type][;base64],payload.")
    }
}
