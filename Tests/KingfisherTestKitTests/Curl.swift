import Foundation
import KingfisherTestKit

/// curl, the independent client that the scripted server is checked against.
struct Curl {
    /// curl's exit codes, as its manual page numbers them.
    enum Exit {
        static let ok: Int32 = 0
        static let unsupportedProtocol: Int32 = 1
        static let weirdReply: Int32 = 8
        static let partialFile: Int32 = 18
        static let timeout: Int32 = 28
        static let tooManyRedirects: Int32 = 47
        static let gotNothing: Int32 = 52
        static let receiveFailed: Int32 = 56
        static let badContentEncoding: Int32 = 61
        static let tooLargeHeaders: Int32 = 27
    }

    let exitCode: Int32
    let body: Data
    let status: Int
    let redirectCount: Int
    let newConnections: Int
    let errorText: String

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Fetches URLs with some more arguments; the counts are those of the last transfer.
    static func get(_ urls: URL..., with arguments: [String] = [], maxTime: Double = 20) async throws -> Curl
    {
        let report = "%{stderr}\nreport %{http_code} %{num_redirects} %{num_connects}\n"
        let outcome = try await ChildProgram.run(
            "curl",
            ["-q", "-sS", "--noproxy", "*", "--max-time", "\(maxTime)", "-w", report]
                + arguments + urls.map(\.absoluteString))
        let lines = outcome.errorText.split(separator: "\n")
        let numbers =
            lines.last { $0.hasPrefix("report ") }?.split(separator: " ").compactMap { Int($0) } ?? []
        guard numbers.count == 3 else {
            throw TestKitFailure("curl gave no report: \(outcome.errorText)")
        }
        return Curl(
            exitCode: outcome.exitCode, body: outcome.output, status: numbers[0], redirectCount: numbers[1],
            newConnections: numbers[2], errorText: outcome.errorText)
    }
}
