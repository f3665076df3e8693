package import Foundation

extension TransportRequest {
    /// Checks that a transport for HTTP can send the request as it is: scheme, host, method, header fields.
    ///
    /// A field with a line break would smuggle in others, so every transport asks this before it sends.
    /// - Parameters:
    ///   - schemes: Those that the transport speaks, lowercase.
    ///   - pluginID: The transport's id, for the error.
    /// - Throws: `PluginError` with `.unsupportedURL` or `.invalidRequest` that names the URL.
    public func check(schemes: [String], pluginID: String) throws(PluginError) {
        let failure = TransportFailure(pluginID: pluginID)
        guard let scheme = url.scheme?.lowercased(), schemes.contains(scheme) else {
            throw failure.unsupportedURL(
                url, "this transport speaks \(schemes.joined(separator: " and ")) only")
        }
        guard let host = url.host, !host.isEmpty else {
            throw failure.unsupportedURL(url, "it has no host; write http://HOST/PATH")
        }
        if let port = url.port, !(1...65_535).contains(port) {
            throw failure.unsupportedURL(url, "its port \(port) is not one of 1 to 65535")
        }
        guard !method.isEmpty, method.utf8.allSatisfy(Self.isTokenCharacter) else {
            throw failure.invalidRequest(url, "\"\(method)\" is no HTTP method")
        }
        for field in headers.fields {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isTokenCharacter) else {
                throw failure.invalidRequest(url, "\"\(field.name)\" is no name of a header field")
            }
            guard field.value.utf8.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) }) else {
                throw failure.invalidRequest(
                    url, "the header field \(field.name) holds a control character; remove it")
            }
        }
    }

    /// A character of a token (RFC 9110, section 5.6.2).
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension URL {
    /// Scheme, host and port of an HTTP URL in one comparable text.
    package var origin: String {
        let scheme = scheme?.lowercased() ?? ""
        return "\(scheme)://\(host?.lowercased() ?? ""):\(port ?? (scheme == "https" ? 443 : 80))"
    }
}
