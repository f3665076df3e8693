public import Foundation
public import KingfisherCore

/// A request as the scripted server received it.
public struct ScriptedRequest: Sendable {
    /// The method as sent, for instance `GET`.
    public let method: String
    /// The request target as sent: path and query, still percent-encoded.
    public let target: String
    /// The protocol version as sent, for instance `HTTP/1.1`.
    public let version: String
    /// The header fields in the order they arrived.
    public let headers: HTTPHeaders
    /// The body; empty where the request declared no length.
    public let body: Data
    /// Which connection it came over: 1 for the first that the server accepted. Equal numbers mean keep-alive.
    public internal(set) var connection = 0
    /// The how-manieth request for this path it is, from 1.
    public internal(set) var ordinal = 0

    /// The target up to the `?`, still percent-encoded. Routes are looked up by it.
    public var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The target after the `?`, or nil where there is none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// Whether the client lets the connection live on after the answer.
    var keepsConnection: Bool {
        let option = headers["Connection"]?.lowercased()
        return version == "HTTP/1.0" ? option == "keep-alive" : option != "close"
    }
}
