import Foundation
import KingfisherTestKit
import Testing

/// Files that are no images, or no whole ones: each is an error that says so, and leaves nothing behind.
@Suite(.timeLimit(.minutes(3)))
struct HostileFileTests {
    private let folder = FolderForTest()
    private var kf: KF { KF(folder: folder) }

    @Test(arguments: [
        ("empty.jpg", "", "empty: 0 bytes"),
        ("text.jpg", "This is a text.\n", "text, not an image"),
        ("page.png", "<!DOCTYPE html><html></html>", "an HTML page"),
    ])
    func whatIsNoImageIsToldApart(name: String, content: String, message: String) async throws {
        try Data(content.utf8).write(to: URL(filePath: folder.path(name)))
        let outcome = try await kf("get", name, "-o", "out.png")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorText.hasPrefix("kf: \(name): ") && outcome.errorText.contains(message))
        #expect(try folder.contents() == [name])
    }

    @Test(arguments: [
        "png/huge.png", "png/iccp-bomb.png", "png/bad-crc-data.png", "jpeg/truncated.jpg", "jpeg/huge.jpg",
    ])
    func brokenFilesAreRefused(name: String) async throws {
        let outcome = try await kf("get", Picture.path(name), "-o", "out.png", "--json")
        #expect(outcome.exitCode == 1)
        #expect(outcome.signal == nil)
        #expect((try outcome.line().error?.count ?? 0) > 15)
        #expect(try folder.contents() == [])
    }

    @Test func aFileCutAnywhereIsRefused() async throws {
        for name in ["png/rgb-8-3x2.png", "jpeg/8x8.jpg"] {
            let data = try Picture.data(name)
            let cuts = (0..<data.count - 1).map { "\($0).cut" }
            for (length, cut) in cuts.enumerated() {
                try data.prefix(length).write(to: URL(filePath: folder.path(cut)))
            }
            let outcome = try await kf.run(["get", "-O", "out", "--json"] + cuts)
            #expect(outcome.exitCode == 1, "\(outcome.errorText)")
            let lines = try outcome.lines()
            #expect(lines.count == cuts.count)
            let accepted = lines.filter { $0.error == nil }.map(\.source)
            #expect(accepted == [], "\(name)")
            #expect(try folder.contents("out") == [])
            for cut in cuts { try FileManager.default.removeItem(atPath: folder.path(cut)) }
        }
    }

    @Test func whatCannotBeReadIsNamed() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("dir.png"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("loop.png"), withDestinationPath: "loop.png")
        for (source, message) in [
            ("dir.png", "is a folder, not an image file"), ("none.png", "does not exist"),
            ("loop.png", "cannot be read"), ("none/a.png", "does not exist"),
            ("ftp://example.org/a.png", "kf does not load ftp: URLs"), ("http://", "no valid URL"),
            ("data:image/png;base64", "no comma"), ("data:;base64,!!!!", "is not"),
            ("file:///nowhere%00.png", "zero byte"),
        ] {
            for command in ["get", "info"] {
                let outcome = try await kf(command, source)
                #expect(outcome.exitCode == 1, "\(source)")
                #expect(outcome.errorText.lowercased().contains(message.lowercased()), "\(outcome.errorText)")
                #expect(outcome.errorText.split(separator: "\n").count == 1)
            }
        }
    }

    @Test func anEndlessFileEndsAtTheLimit() async throws {
        let outcome = try await kf("get", "/dev/zero", "--limits", "untrusted")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorText.contains("the limit is 33554432"))
    }
}
