internal import Foundation
internal import KingfisherCore

extension TransportConformance {
    static let endingChecks = [
        Check("Cancelling before the head ends the request") { kit in
            kit.server.route("/silence", .silence)
            let loading = Task { try await kit.transport.send(kit.request("/silence")) }
            try await kit.server.waitForRequests(1)
            loading.cancel()
            try await kit.expectCancellation { _ = try await loading.value }
            try await kit.server.waitForOpenConnections(atMost: 0)
        },
        Check("Cancelling while the body is read ends the transfer") { kit in
            kit.server.route("/stall", .bytes(pattern(5000)).stalling(after: 1000))
            let exchange = try await kit.transport.send(kit.request("/stall"))
            let reading = Task { try await read(exchange.body) }
            reading.cancel()
            try await kit.expectCancellation { _ = try await reading.value }
            try await kit.server.waitForOpenConnections(atMost: 0)
        },
        Check("A task that is cancelled already sends nothing") { kit in
            kit.server.route("/a", .text("a"))
            let loading = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await kit.load(kit.request("/a"))
            }
            try await kit.expectCancellation { _ = try await loading.value }
            try kit.expectEqual(kit.server.requests.count, 0, "the number of requests")
        },
        Check("A reader that gives up, explicitly or by letting go, closes the connection") { kit in
            kit.server.route("/stalled", .bytes(pattern(5000)).stalling(after: 1000))
            let exchange = try await kit.transport.send(kit.request("/stalled"))
            exchange.body.cancel()
            exchange.body.cancel()
            try await kit.expectCancellation { _ = try await read(exchange.body) }
            try await kit.server.waitForOpenConnections(atMost: 0)
            do {
                let dropped = try await kit.transport.send(kit.request("/stalled"))
                try kit.expectEqual(dropped.response.statusCode, 200, "the status")
            }
            try await kit.server.waitForOpenConnections(atMost: 0)
        },
        Check("Cancelling one of many leaves the others alone") { kit in
            let gate = try Gate()
            kit.server.route("/held", .text("done").held(by: gate))
            let first = Task { try await kit.load(kit.request("/held")) }
            let second = Task { try await kit.load(kit.request("/held")) }
            try await kit.server.waitForRequests(2)
            first.cancel()
            try await kit.expectCancellation { _ = try await first.value }
            gate.open()
            try kit.expectEqual(try await second.value.body, Data("done".utf8), "the other's body")
        },
    ]

    private func expectCancellation(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch is CancellationError {
            return
        } catch {
            throw TestKitFailure("expected a CancellationError, but got \(error)")
        }
        throw TestKitFailure("expected a CancellationError, but the work was done")
    }
}
