internal import Foundation
internal import KingfisherCore

/// Which hosts have answered by HTTP/2, and how they are spoken to because of it.
///
/// libcurl 7.88 begins HTTP/2 without TLS anew with every request on a connection, which breaks the connection. So one
/// that knows of none makes a connection of its own, and the others are told to expect one.
struct HTTP2Hosts {
    /// How libcurl is told to speak to a host.
    enum Manner {
        /// HTTP/1.1.
        case http1
        /// HTTP/2 where it is agreed on with TLS, else HTTP/1.1.
        case http2IfAgreed
        /// HTTP/2 from the first byte of a connection of its own.
        case http2NewConnection
        /// HTTP/2 on a connection that is there, and on no other.
        case http2OnConnection
    }

    /// Hosts of which so many are known are forgotten, which costs each of them a connection.
    private static let limit = 1000

    private var hosts: Set<String> = []
    /// Whether any host has answered by HTTP/2 so far.
    private(set) var isSpoken = false

    func manner(of job: CurlJob, _ version: CurlTransport.HTTPVersion) -> Manner {
        let isSecure = job.host.hasPrefix("https:")
        switch version {
        case .http1: return .http1
        case .automatic: return isSecure ? .http2IfAgreed : .http1
        case .http2PriorKnowledge where isSecure: return .http2IfAgreed
        case .http2PriorKnowledge:
            return hosts.contains(job.host) ? .http2OnConnection : .http2NewConnection
        }
    }

    /// Notes what a host answered by; true where it takes many requests over one connection.
    mutating func note(_ host: String, speaks protocolName: String) -> Bool {
        guard protocolName == "h2" else {
            hosts.remove(host)
            return false
        }
        isSpoken = true
        if hosts.count >= Self.limit { hosts = [] }
        hosts.insert(host)
        return true
    }

    /// Notes that there is no connection to a host.
    mutating func forget(_ host: String) {
        hosts.remove(host)
    }
}
