import Foundation
import KingfisherTestKit
import Testing

/// `kf show`, in tmux, which is a terminal of somebody else's making.
@Suite("kf show", .timeLimit(.minutes(2)))
struct ShowTests {
    private let folder = FolderForTest()

    /// A terminal of 40 by 12 cells in which a command runs; the text is what it shows in the end, colours and all.
    private func screen(after command: String) async throws -> String {
        let socket = folder.path("tmux")
        let start = try await ChildProgram.run(
            "tmux",
            [
                "-S", socket, "-f", "/dev/null", "new-session", "-d", "-x", "40", "-y", "12",
                "\(command); tmux -S '\(socket)' wait-for -S done; exec sleep 60",
            ])
        try #require(start.exitCode == 0, "\(start.errorText)")
        _ = try await ChildProgram.run("tmux", ["-S", socket, "wait-for", "done"])
        let captured = try await ChildProgram.run("tmux", ["-S", socket, "capture-pane", "-e", "-p"])
        _ = try await ChildProgram.run("tmux", ["-S", socket, "kill-server"])
        return String(decoding: captured.output, as: UTF8.self)
    }

    /// A picture of one colour, by ImageMagick.
    private func picture(_ name: String, _ arguments: String...) async throws -> String {
        let path = folder.path(name)
        let outcome = try await ChildProgram.run("convert", arguments + [path])
        try #require(outcome.exitCode == 0, "\(outcome.errorText)")
        return path
    }

    @Test("a picture is cells of its colour")
    func still() async throws {
        let path = try await picture("red.png", "-size", "40x40", "xc:rgb(200,30,20)")
        let kf = try KF.program()
        let text = try await screen(after: "COLORTERM=truecolor '\(kf)' show '\(path)' --size 20x6")
        // tmux keeps a colour of 24 bits as it came, though its own terminal may have fewer.
        #expect(text.contains("8;2;200;30;20"), "\(text.debugDescription)")
    }

    @Test("an animation ends with its last frame, where it began")
    func animation() async throws {
        let path = try await picture(
            "two.gif", "-size", "40x40", "-delay", "5", "xc:rgb(200,30,20)", "xc:rgb(30,60,200)", "-loop", "0"
        )
        let kf = try KF.program()
        let text = try await screen(
            after: "COLORTERM=truecolor '\(kf)' show '\(path)' --size 12x4 --loops 2; echo below")
        #expect(text.contains("8;2;30;60;200"), "\(text.debugDescription)")
        #expect(!text.contains("8;2;200;30;20"), "\(text.debugDescription)")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.firstIndex { $0.contains("below") } == 4, "\(text.debugDescription)")
    }

    @Test("into a pipe goes a drawing in which nothing moves the cursor")
    func pipe() async throws {
        let path = try await picture(
            "two.gif", "-size", "40x40", "-delay", "5", "xc:rgb(200,30,20)", "xc:rgb(30,60,200)", "-loop", "0"
        )
        let outcome = try await KF(folder: folder)("show", path, "--graphics", "symbols", "--size", "8x4")
        #expect(outcome.exitCode == 0, "\(outcome.errorText)")
        #expect(!outcome.text.contains("\u{1B}8"))
        #expect(outcome.text.split(separator: "\n").count == 4)
    }

    @Test("what is no picture is named, and the rest is drawn")
    func failure() async throws {
        let path = try await picture("red.png", "-size", "4x4", "xc:red")
        let outcome = try await KF(folder: folder)("show", folder.path("missing.png"), path, "--size", "4x2")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorText.contains("missing.png"))
        #expect(!outcome.text.isEmpty)
    }

    @Test("a size that is none is wrong usage")
    func usage() async throws {
        let outcome = try await KF(folder: folder)("show", "x.png", "--size", "80x")
        #expect(outcome.exitCode == 2)
        #expect(outcome.errorText.contains("--size"))
    }
}
