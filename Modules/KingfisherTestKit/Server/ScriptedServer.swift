public import Foundation

/// An HTTP/1.1 server on 127.0.0.1 that answers as a test tells it to, misbehaviour included.
///
/// It is made of plain sockets and threads, so that it shares nothing with the clients under test. A path that has no
/// route is answered with 404. All members may be used from any thread or task. The server stops when its last
/// reference goes; a route's closure that captures the server strongly keeps it alive, so capture it weakly.
public final class ScriptedServer: Sendable {
    private let engine: ServerEngine

    /// Starts a server at a port that the kernel picks.
    ///
    /// At most `connectionLimit` connections are served at once, each by a thread; further clients wait in the
    /// kernel's queue. Throws `TestKitFailure` where the system refuses the socket or the thread.
    public init(connectionLimit: Int = 256) throws {
        engine = try ServerEngine(connectionLimit: connectionLimit)
        try engine.start()
    }

    deinit { engine.stop() }

    /// The port that the server listens at.
    public var port: UInt16 { engine.port }

    /// The URL of a path, which starts with `/` and may have a query; it must be percent-encoded already.
    public func url(_ path: String) -> URL {
        guard path.hasPrefix("/"), let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("\"\(path)\" is no path of a URL; start it with / and percent-encode it")
        }
        return url
    }

    /// Answers a path (without query) with the same response each time. A later route replaces an earlier one.
    public func route(_ path: String, _ response: ScriptedResponse) {
        engine.setRoute(path) { _ in response }
    }

    /// Answers a path with one response after the other; the last one stays. An empty list leaves the path as it is.
    public func route(_ path: String, sequence responses: [ScriptedResponse]) {
        guard let last = responses.last else { return }
        let earlier = engine.count(of: path)
        engine.setRoute(path) { request in
            let index = request.ordinal - earlier - 1
            return responses.indices.contains(index) ? responses[index] : last
        }
    }

    /// Answers a path with a file, honouring conditional and range requests.
    public func route(_ path: String, file: ScriptedFile) {
        engine.setRoute(path, file.response)
    }

    /// Answers a path by a closure that runs on the connection's own thread and may block it.
    public func route(_ path: String, _ answer: @escaping @Sendable (ScriptedRequest) -> ScriptedResponse) {
        engine.setRoute(path, answer)
    }

    /// Lets each path redirect to the next one, and the last to the first.
    public func routeRedirectLoop(_ paths: [String], status: Int = 302) {
        for (path, next) in zip(paths, paths.dropFirst() + paths.prefix(1)) {
            route(path, .redirect(to: next, status: status))
        }
    }

    /// Ends every connection, joins every thread and frees the port. Calling it again does nothing.
    public func stop() {
        engine.stop()
    }
}

extension ScriptedServer {
    /// Every request so far, in the order in which they arrived whole.
    public var requests: [ScriptedRequest] { engine.log.value.requests }

    /// How many requests there were for a path, whatever their query.
    public func count(of path: String) -> Int { engine.count(of: path) }

    /// How many connections were accepted so far.
    public var connectionCount: Int { engine.log.value.accepted }

    /// How many connections are open now.
    public var openConnectionCount: Int { engine.log.value.open }

    /// Returns once `count` requests have arrived, for one path or for any; throws `TestKitFailure` after `limit`.
    public func waitForRequests(
        _ count: Int, path: String? = nil, upTo limit: Duration = .seconds(10)
    ) async throws {
        try await engine.log.wait(upTo: limit, for: "\(count) requests for \(path ?? "any path")") { log in
            (path.map { log.count(of: $0) } ?? log.requests.count) >= count
        }
    }

    /// Returns once no more than `count` connections are open: how a test sees that a client has hung up.
    ///
    /// Throws `TestKitFailure` after `limit`.
    public func waitForOpenConnections(atMost count: Int, upTo limit: Duration = .seconds(10)) async throws {
        try await engine.log.wait(upTo: limit, for: "at most \(count) open connections") { $0.open <= count }
    }
}
