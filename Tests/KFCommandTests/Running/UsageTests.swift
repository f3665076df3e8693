import Foundation
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

    @Test func formatsSayWhatIsReadAndWritten() async throws {
        let lines = try await kf("formats", "--json").text.split(separator: "\n").map(String.init)
        #expect(
            lines.first
                == "{\"format\":\"png\",\"name\":\"PNG\",\"extensions\":[\"png\"],\"reads\":true,\"writes\":true}"
        )
        #expect(
            lines.contains {
                $0.hasPrefix("{\"format\":\"webp\"") && $0.hasSuffix("\"reads\":false,\"writes\":false}")
            })
        #expect(try await kf("formats").text.contains("jpeg   reads  writes  .jpg .jpeg"))
    }
}
