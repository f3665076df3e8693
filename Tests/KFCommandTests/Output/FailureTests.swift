import Foundation
import KingfisherCore
import Testing

@testable import KFCommand

@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
    @Test func theCodeIsAlwaysAName() {
        let full = PluginError(.noSpace, pluginID: "disk", message: "Full.")
        for (error, code, number) in [
            (full as any Error, "noSpace", nil),
            (KingfisherError.cacheError(reason: .imageNotExisting(key: "k")), "imageNotExisting", 3006),
            (KingfisherError.responseError(reason: .URLSessionError(error: full)), "noSpace", 2003),
            (KingfisherError.imageSettingError(reason: .emptySource), "emptySource", 5001),
            (CancellationError(), "unknown", nil),
        ] as [(any Error, String, Int?)] {
            let failure = Failure(error)
            #expect((failure.code, failure.number) == (code, number))
            let text = failure.json(for: "a").text
            #expect(text.hasSuffix("\"code\":\"\(code)\",\"number\":\(number.map(String.init) ?? "null")}"))
        }
    }

    /// Messages of the library itself, so that one that changes there is noticed here.
    @Test func adviceForProgrammersBecomesAdviceForUsers() throws {
        var messages: [String] = []
        func note(_ body: () throws -> Void) {
            do { try body() } catch { messages.append(Failure(error).message) }
        }
        note { try DecodingLimits.untrusted.check(width: 9000, height: 9000, pluginID: "p") }
        note { try DecodingLimits.untrusted.check(frames: 513, width: 1, height: 1, pluginID: "p") }
        note { try DecodingLimits.untrusted.check(encodedByteCount: 33_554_433, pluginID: "p") }
        note { _ = try ImageCodecs().inspect(Data("GIF89a".utf8)) }
        note { throw KingfisherError.cacheError(reason: .imageNotExisting(key: "k")) }
        #expect(
            messages == [
                "The image has 9000x9000 pixels; the limit is 50000000. --limits standard, the default, allows "
                    + "the most.",
                "The animation has 513 frames; the limit is 512. --limits standard, the default, allows the most.",
                "The encoded image has 33554433 bytes; the limit is 33554432. --limits standard, the default, "
                    + "allows the most.",
                "The content is GIF, which kf does not read. kf reads none. kf formats lists what can be read and "
                    + "written.",
                "k is not in the cache, and only the cache was to be asked. Load it once without "
                    + "--only-from-cache.",
            ])
    }

    @Test func otherMessagesStayAsTheyAre() {
        for message in ["a.png does not exist. Check the path.", "It is 3.5 bytes. No dot", ""] {
            #expect(Wording.command(message) == message)
        }
    }
}
