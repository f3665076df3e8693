internal import Foundation
internal import FoundationNetworking
internal import KingfisherCore

extension TransportRequest {
    /// The request in Foundation's terms, after a check that it can be sent as it is.
    func urlRequest() throws(PluginError) -> URLRequest {
        guard let scheme = url.scheme?.lowercased(), URLSessionTransport.schemes.contains(scheme) else {
            throw TransferError.unsupportedURL(url, "this transport speaks http and https only")
        }
        guard let host = url.host, !host.isEmpty else {
            throw TransferError.unsupportedURL(url, "it has no host; write http://HOST/PATH")
        }
        guard !method.isEmpty, method.utf8.allSatisfy(Self.isTokenCharacter) else {
            throw TransferError.invalidRequest(url, "\"\(method)\" is no HTTP method")
        }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.httpMethod = method
        request.httpBody = body
        request.httpShouldHandleCookies = false
        // The transfer keeps its own time limits. This one is out of the way: it would also run while suspended.
        request.timeoutInterval = 7 * 86_400
        for field in headers.fields {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isTokenCharacter) else {
                throw TransferError.invalidRequest(url, "\"\(field.name)\" is no name of a header field")
            }
            guard field.value.utf8.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) }) else {
                throw TransferError.invalidRequest(
                    url, "the header field \(field.name) holds a control character; remove it")
            }
            request.addValue(field.value, forHTTPHeaderField: field.name)
        }
        return request
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

extension TransportResponse {
    /// The head in neutral terms. Fields are in the order of their names, as Foundation has lost theirs.
    init?(_ response: URLResponse?, to request: TransportRequest) {
        guard let response = response as? HTTPURLResponse else { return nil }
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { HTTPHeaders.Field(name: $0, value: "\(value)") }
        }
        self.init(
            url: request.url, statusCode: response.statusCode,
            headers: HTTPHeaders(fields.sorted { $0.name < $1.name }))
        let hasNoBody = request.method == "HEAD" || statusCode == 204 || statusCode == 304
        let encoding = headers["Content-Encoding"]?.lowercased() ?? "identity"
        if !hasNoBody, encoding == "identity", response.expectedContentLength >= 0 {
            expectedBodyBytes = Int(response.expectedContentLength)
        }
    }
}
