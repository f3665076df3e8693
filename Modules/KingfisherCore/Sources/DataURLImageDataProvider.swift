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
        guard text.prefix(5).lowercased() == "data:" else { throw failure("does not begin with data:") }
        guard let comma = text.firstIndex(of: ",") else { throw failure("has no comma before its payload") }
        guard let payload = Self.percentDecoded(text[text.index(after: comma)...]) else {
            throw failure("has a broken percent escape")
        }
        guard text[..<comma].lowercased().hasSuffix(";base64") else { return payload }
        guard let data = Data(base64Encoded: Self.padded(payload)) else {
            throw failure("says base64, but its payload is not")
        }
        return data
    }

    /// The bytes that escaped text stands for: any bytes, not only those of valid UTF-8.
    private static func percentDecoded(_ text: Substring) -> Data? {
        var decoded = Data(capacity: text.utf8.count)
        var rest = text.utf8[...]
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

    /// Base64 as browsers take it in such URLs: white space left out, padding optional.
    private static func padded(_ payload: Data) -> Data {
        let digits = payload.filter { ![0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        guard digits.last != UInt8(ascii: "=") else { return digits }
        return digits + Data(repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    }

    private func failure(_ reason: String) -> PluginError {
        PluginError(
            .corrupt, pluginID: "core",
            message: "The data URL \(text.prefix(40))… \(reason); write it as data:[type][;base64],payload.")
    }
}
