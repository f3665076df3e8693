internal import Foundation
internal import FoundationNetworking
internal import KingfisherCore

extension TransportRequest {
    /// The request in Foundation's terms, after a check that it can be sent as it is.
    func urlRequest() throws(PluginError) -> URLRequest {
        try check(schemes: URLSessionTransport.schemes, pluginID: URLSessionTransport.pluginID)
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.httpMethod = method
        request.httpBody = body
        request.httpShouldHandleCookies = false
        // The transfer keeps its own time limits. This one is out of the way: it would also run while suspended.
        request.timeoutInterval = 7 * 86_400
        for field in headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        return request
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
