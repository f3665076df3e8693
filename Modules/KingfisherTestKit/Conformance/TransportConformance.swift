public import KingfisherCore

/// What every `ImageTransport` for HTTP has to do, checked against a `ScriptedServer`.
///
/// The suite belongs to no test framework: `run` throws a `TestKitFailure` that names the check and says what was
/// expected and what was seen. The checks take about ten seconds in all, most of it in waiting for time limits.
public struct TransportConformance: Sendable {
    /// One thing that a transport has to do.
    public struct Check: Sendable, CustomStringConvertible {
        /// What is checked, as a sentence.
        public let name: String
        private let body: @Sendable (TransportConformance) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (TransportConformance) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// The name.
        public var description: String { name }

        /// Runs this check alone against a transport, with a server of its own.
        /// - Throws: `TestKitFailure`.
        public func run(on transport: any ImageTransport) async throws {
            let conformance = TransportConformance(transport: transport, server: try ScriptedServer())
            defer { conformance.server.stop() }
            do {
                try await body(conformance)
            } catch let failure as TestKitFailure {
                throw TestKitFailure("\(name): \(failure)")
            } catch {
                throw TestKitFailure("\(name): an unexpected error, \(error)")
            }
        }
    }

    /// All checks, for frameworks that run and report them one by one.
    public static let checks =
        bodyChecks + requestChecks + redirectChecks + faultChecks + limitChecks + endingChecks

    /// Runs all checks, one after the other, and throws at the first that fails.
    /// - Throws: `TestKitFailure`.
    public static func run(on transport: any ImageTransport) async throws {
        for check in checks { try await check.run(on: transport) }
    }

    let transport: any ImageTransport
    let server: ScriptedServer
}
