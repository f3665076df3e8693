internal import Foundation
internal import KingfisherCore

extension TransportConformance {
    /// A response with its whole body.
    struct Loaded: Sendable {
        let response: TransportResponse
        let body: Data
    }

    private static let block = Data((0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) })

    /// Bytes that repeat at no power of two, so that a lost or doubled block shows.
    static func pattern(_ count: Int) -> Data {
        var data = Data(capacity: count)
        while data.count < count { data.append(block.prefix(count - data.count)) }
        return data
    }

    /// A request that waits a minute for a sign of life, so that a busy machine fails no check.
    func request(_ path: String, _ change: (inout TransportRequest) -> Void = { _ in }) -> TransportRequest {
        var request = TransportRequest(url: server.url(path))
        request.idleTimeout = 60
        change(&request)
        return request
    }

    func load(_ request: TransportRequest) async throws -> Loaded {
        let exchange = try await transport.send(request)
        return Loaded(response: exchange.response, body: try await Self.read(exchange.body))
    }

    static func read(_ body: TransportBody) async throws -> Data {
        var data = Data()
        for try await chunk in body { data.append(chunk) }
        return data
    }

    /// Checks that loading fails with the code, and that the message names the input.
    func expectFailure(
        _ code: PluginError.Code, _ request: TransportRequest, named name: String? = nil
    ) async throws {
        let loaded: Loaded
        do {
            loaded = try await load(request)
        } catch let error as PluginError {
            try expect(
                error.code == code, "the code is \(code.rawValue), not \(error.code.rawValue) (\(error))")
            let name = name ?? request.url.absoluteString
            try expect(error.message.contains(name), "the message names \(name): \(error.message)")
            return
        } catch {
            throw TestKitFailure("expected a PluginError with \(code.rawValue), but got \(error)")
        }
        throw TestKitFailure(
            "expected \(code.rawValue), but got status \(loaded.response.statusCode) and \(loaded.body.count) bytes"
        )
    }

    func expect(_ holds: Bool, _ expectation: @autoclosure () -> String) throws {
        if !holds { throw TestKitFailure("expected that \(expectation())") }
    }

    func expectEqual<Value: Equatable>(_ seen: Value, _ expected: Value, _ subject: String) throws {
        if seen != expected {
            throw TestKitFailure("expected \(subject) to be \(expected), but it is \(seen)")
        }
    }
}
