import Foundation
import Kingfisher
import KingfisherCore
import KingfisherTestKit
import Testing

/// The exit status and the two streams, as a script sees them.
@Suite(.timeLimit(.minutes(1)))
struct UsageTests {
    private var kf: KF { KF(folder: FolderForTest()) }

    @Test func wrongUsageIsStatus2WithAHint() async throws {
        for arguments in [
            [], ["gte"], ["get"], ["get", "a", "--resize", "0x0"], ["cache", "lst"], ["formats", "x"],
        ] {
            let outcome = try await kf.run(arguments)
            #expect(outcome.exitCode == 2)
            #expect(outcome.text == "")
            #expect(outcome.errorText.hasPrefix("kf: "))
            #expect(outcome.errorText.contains("Try 'kf help"))
        }
    }

    @Test func helpAndVersionGoToStandardOutput() async throws {
        for arguments in [["--version"], ["help"], ["help", "get"], ["get", "--help"], ["cache", "-h"]] {
            let outcome = try await kf.run(arguments)
            #expect(
                outcome.exitCode == 0 && outcome.errorText == ""
                    && outcome.text.hasPrefix(arguments == ["--version"] ? "kf " : ""))
            #expect(outcome.text.count > 10)
        }
    }

    @Test func formatsSayWhatThePluginsDo() async throws {
        let codecs = PluginRegistry.standard.codecs
        let lines = try await kf("formats", "--json").text.split(separator: "\n").map(String.init)
        for (format, line) in zip([ImageFormat.png, .jpeg, .webp], lines) {
            let decoder = codecs.decoders.first { $0.formats.contains(format) }
            let encoder = codecs.encoder(for: format)
            let extensions = format.fileExtensions.map { "\"\($0)\"" }.joined(separator: ",")
            #expect(
                line == "{\"format\":\"\(format.identifier)\",\"name\":\"\(format.name)\","
                    + "\"extensions\":[\(extensions)],\"reads\":\(decoder != nil),\"writes\":\(encoder != nil),"
                    + "\"readsAnimations\":\(decoder?.animatedFormats.contains(format) ?? false),"
                    + "\"writesAnimations\":\(encoder?.supportsAnimation ?? false),"
                    + "\"streams\":\(decoder?.incrementalDecoder(options: DecodingOptions()) != nil)}")
        }
        let table = try await kf("formats").text
        #expect(table.hasPrefix("format still         animated      streams extensions\n"))
        #expect(table.contains("\njpeg   reads, writes -"))
    }
}
