import Foundation
import FoundationNetworking
import KingfisherCore

/// A request ready to be sent, with what tells whether two of them may share a download.
struct DownloadRequest: Sendable {
    /// What determines the response. Requests with a redirect handler share with nobody.
    struct Key: Hashable, Sendable {
        fileprivate let url: URL
        fileprivate let method: String
        fileprivate let headers: [String: String]
        fileprivate let body: Data?
        fileprivate let idleTimeout: TimeInterval
        fileprivate let totalTimeout: TimeInterval?
        fileprivate let maximumBodyBytes: Int
        fileprivate let unique: UUID?
    }

    let transport: TransportRequest
    let key: Key

    /// Asks the options' modifier, and checks what comes back.
    /// - Throws: `KingfisherError` with code 1001 or 1002.
    init(url: URL, options: KingfisherParsedOptionsInfo, timeout: TimeInterval) async throws {
        var request = URLRequest(url: url, timeoutInterval: timeout)
        if let modifier = options.requestModifier {
            guard let modified = await modifier.modified(for: request) else {
                throw KingfisherError.requestError(reason: .emptyRequest)
            }
            request = modified
        }
        guard var transport = TransportRequest(request, basedOn: TransportRequest(url: url)),
            transport.url.scheme != nil
        else {
            throw KingfisherError.requestError(reason: .invalidURL(request: TransportRequest(url: url)))
        }
        transport.priority = Double(options.downloadPriority)
        transport.totalTimeout = options.downloadDeadline
        transport.maximumBodyBytes = options.decodingLimits.encodedBytes
        if let handler = options.redirectHandler {
            transport.redirectHandler = { response, next in
                guard
                    let followed = await handler.handleHTTPRedirection(
                        response: response, newRequest: URLRequest(next))
                else { return nil }
                return TransportRequest(followed, basedOn: next)
            }
        }
        self.transport = transport
        self.key = Key(transport)
    }
}

extension DownloadRequest.Key {
    init(_ request: TransportRequest) {
        url = request.url
        method = request.method
        headers = Dictionary(
            request.headers.fields.map { ($0.name.lowercased(), $0.value) },
            uniquingKeysWith: { "\($0), \($1)" })
        body = request.body
        idleTimeout = request.idleTimeout
        totalTimeout = request.totalTimeout
        maximumBodyBytes = request.maximumBodyBytes
        unique = request.redirectHandler == nil ? nil : UUID()
    }
}

extension TransportRequest {
    /// What a `URLRequest` says, with the rest taken from another request; nil without a URL.
    init?(_ request: URLRequest, basedOn base: TransportRequest) {
        guard let url = request.url else { return nil }
        self = base
        self.url = url
        method = request.httpMethod ?? "GET"
        headers = HTTPHeaders(
            (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }.map {
                HTTPHeaders.Field(name: $0.key, value: $0.value)
            })
        body = request.httpBody
        idleTimeout = request.timeoutInterval
    }
}

extension URLRequest {
    /// The part of a transport's request that a `URLRequest` can say.
    init(_ request: TransportRequest) {
        self.init(url: request.url, timeoutInterval: request.idleTimeout)
        httpMethod = request.method
        httpBody = request.body
        for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
    }
}
