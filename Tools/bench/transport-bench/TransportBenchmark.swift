import Foundation
import KingfisherCore
import KingfisherCurlTransport
import KingfisherURLSessionTransport
import Synchronization

/// Loads COUNT small files from a server by one transport and prints the seconds it took. See Tools/bench/transport.
@main
enum TransportBenchmark {
    private static let usage = """
        usage: transport-bench curl|urlsession BASE-URL COUNT CONNECTIONS [CA-FILE]

        Loads BASE-URL/0.png to BASE-URL/COUNT-1.png and prints the seconds it took.
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 4, let base = URL(string: arguments[1]), let count = Int(arguments[2]),
            let connections = Int(arguments[3])
        else {
            FileHandle.standardError.write(Data("\(usage)\n".utf8))
            exit(2)
        }
        let authorities = arguments.count > 4 ? URL(filePath: arguments[4]) : nil
        let transport = transport(arguments[0], connections: connections, authorities: authorities)
        let urls = (0..<count).map { base.appending(path: "\($0).png") }
        do {
            // The first one makes the connection, and is not counted.
            _ = try await load(urls[0], by: transport)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
        let clock = ContinuousClock()
        let start = clock.now
        let total = Total()
        try await withThrowingDiscardingTaskGroup { group in
            for url in urls {
                group.addTask { total.add(try await load(url, by: transport)) }
            }
        }
        let seconds = (clock.now - start) / .seconds(1)
        print(String(format: "%.3f %d", seconds, total.bytes))
    }

    private static func transport(
        _ name: String, connections: Int, authorities: URL?
    ) -> any ImageTransport {
        guard name == "curl" else { return URLSessionTransport(connectionsPerHost: connections) }
        var configuration = CurlTransport.Configuration()
        configuration.connectionsPerHost = connections
        configuration.security.certificateAuthorities = authorities
        return CurlTransport(configuration: configuration)
    }

    private static func load(_ url: URL, by transport: any ImageTransport) async throws -> Int {
        var request = TransportRequest(url: url)
        request.idleTimeout = 120
        let exchange = try await transport.send(request)
        guard exchange.response.statusCode == 200 else {
            throw PluginError(
                .invalidResponse, pluginID: "bench", message: "\(url): \(exchange.response.statusCode)")
        }
        var count = 0
        for try await chunk in exchange.body { count += chunk.count }
        return count
    }
}

/// What all loads have brought.
private final class Total: Sendable {
    private let count = Atomic(0)

    var bytes: Int { count.load(ordering: .relaxed) }

    func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }
}
