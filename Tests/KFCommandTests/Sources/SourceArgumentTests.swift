import Foundation
import KingfisherCore
import Testing

@testable import KFCommand

@Suite(.timeLimit(.minutes(1)))
struct SourceArgumentTests {
    @Test func kindsAreToldApart() throws {
        #expect(try SourceArgument("-") == .standardInput)
        #expect(try SourceArgument("a b.png") == .file(path: "a b.png"))
        #expect(try SourceArgument("/x/%2F.png") == .file(path: "/x/%2F.png"))
        #expect(try SourceArgument("file:///x/a%20b.png") == .file(path: "/x/a b.png"))
        #expect(try SourceArgument("file://localhost/x.png") == .file(path: "/x.png"))
        #expect(try SourceArgument("data:image/png;base64,AAAA") == .data("data:image/png;base64,AAAA"))
        let url = try #require(URL(string: "http://127.0.0.1:8080/a.png?x=1#y"))
        #expect(try SourceArgument("http://127.0.0.1:8080/a.png?x=1#y") == .network(url))
        guard case .network = try SourceArgument("HTTPS://example.com/a.png") else {
            Issue.record("schemes have no case")
            return
        }
    }

    @Test func aColonInAFileNameMakesNoURL() throws {
        #expect(try SourceArgument("12:30.png") == .file(path: "12:30.png"))
        #expect(try SourceArgument("shot:1.png") == .file(path: "shot:1.png"))
    }

    @Test(arguments: [
        "http:", "http:///a.png", "https://", "ftp://example.com/a.png", "file://elsewhere/a.png", "x-y://a",
    ])
    func whatCannotBeLoadedIsRefusedByName(text: String) throws {
        let error = try #require(throws: PluginError.self) { try SourceArgument(text) }
        #expect(error.code == .unsupportedURL)
        #expect(error.message.contains("'\(text)'"))
    }
}
