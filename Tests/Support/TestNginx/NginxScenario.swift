public import Foundation
public import KingfisherCore
import KingfisherTestKit

/// What every transport is shown against nginx.
public struct NginxScenario: Sendable {
    private let transport: any ImageTransport
    /// The text file `a.txt`, which nginx compresses.
    public static let text = Data(String(repeating: "compressible ", count: 5000).utf8)
    /// The picture `a.png`.
    public static let picture = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 100) })
    /// Both by name.
    public static let files = ["a.txt": text, "a.png": picture]

    /// Makes a scenario for a transport.
    public init(_ transport: any ImageTransport) {
        self.transport = transport
    }

    /// A response with its whole body.
    public func load(
        _ url: URL, headers: HTTPHeaders = [:]
    ) async throws -> (response: TransportResponse, body: Data, metrics: NetworkMetrics?) {
        var request = TransportRequest(url: url)
        request.headers = headers
        let exchange = try await transport.send(request)
        var body = Data()
        for try await chunk in exchange.body { body.append(chunk) }
        return (exchange.response, body, exchange.metrics)
    }

    /// Files, gzip, ranges, validators and a 404, one after the other.
    /// - Throws: `TestKitFailure` where one is not as it has to be.
    public func everyday(_ url: (String) throws -> URL) async throws {
        let plain = try await load(url("/a.png"))
        try expect(plain.body == Self.picture, "the picture arrives whole")
        try expect(plain.response.headers["Content-Type"] == "image/png", "its type is named")
        try expect(plain.response.expectedBodyBytes == Self.picture.count, "its length is known")

        let zipped = try await load(url("/a.txt"))
        try expect(zipped.body == Self.text, "the text is decoded")
        try expect(zipped.response.headers["Content-Encoding"] == "gzip", "the text is compressed")
        try expect(zipped.response.expectedBodyBytes == nil, "its length is unknown")

        let part = try await load(url("/a.png"), headers: ["Range": "bytes=1000-1999"])
        try expect(part.response.statusCode == 206, "a part is a part")
        try expect(part.body == Self.picture[1000..<2000], "it is the one asked for")

        let tag = plain.response.validators?.entityTag ?? ""
        let unchanged = try await load(url("/a.png"), headers: ["If-None-Match": tag])
        try expect(unchanged.response.statusCode == 304, "what has not changed is not sent")
        try expect(unchanged.body.isEmpty, "a 304 has no body")

        let missing = try await load(url("/missing.png"))
        try expect(missing.response.statusCode == 404, "what is missing is missing")
    }

    /// A hundred pictures at once.
    /// - Throws: `TestKitFailure` where one is not whole.
    public func manyAtOnce(_ url: URL) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { try await load(url).body == Self.picture } }
            for try await isWhole in group { try expect(isWhole, "each picture arrives whole") }
        }
    }

    private func expect(_ holds: Bool, _ expectation: String) throws {
        if !holds { throw TestKitFailure("expected that \(expectation)") }
    }
}
