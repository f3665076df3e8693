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

    /// All checks but those named, for a transport that is known not to pass them and says so to its users.
    ///
    /// A name that no check has is a programming error, so that an exception does not outlive its reason unseen.
    public static func checks(except names: Set<String>) -> [Check] {
        let unknown = names.subtracting(checks.map(\.name))
        precondition(unknown.isEmpty, "no check is named \(unknown.sorted())")
        return checks.filter { !names.contains($0.name) }
    }

    /// Runs the checks, one after the other, and throws at the first that fails.
    /// - Parameter names: The names of checks to leave out, each of which there has to be.
    /// - Throws: `TestKitFailure`.
    public static func run(on transport: any ImageTransport, except names: Set<String> = []) async throws {
        for check in checks(except: names) { try await check.run(on: transport) }
    }

    let transport: any ImageTransport
    let server: ScriptedServer
}
