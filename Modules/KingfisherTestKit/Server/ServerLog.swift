/// What has happened at a server so far.
struct ServerLog: Sendable, CustomStringConvertible {
    private(set) var requests: [ScriptedRequest] = []
    private(set) var accepted = 0
    private(set) var open = 0
    private var counts: [String: Int] = [:]

    var description: String {
        let paths = counts.sorted { $0.key < $1.key }.map { "\($0.key) × \($0.value)" }.joined(
            separator: ", ")
        return "\(accepted) connections accepted, \(open) open, requests: \(paths.isEmpty ? "none" : paths)"
    }

    func count(of path: String) -> Int {
        counts[path, default: 0]
    }

    /// Counts a new connection and returns its number.
    mutating func connectionOpened() -> Int {
        accepted += 1
        open += 1
        return accepted
    }

    mutating func connectionClosed() {
        open -= 1
    }

    /// Enters a request and returns it with its numbers.
    mutating func enter(_ request: ScriptedRequest, connection: Int) -> ScriptedRequest {
        var request = request
        counts[request.path, default: 0] += 1
        request.connection = connection
        request.ordinal = count(of: request.path)
        requests.append(request)
        return request
    }
}
