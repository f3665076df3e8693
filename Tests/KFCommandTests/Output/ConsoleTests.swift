import Foundation
import Testing

@testable import KFCommand

@Suite(.timeLimit(.minutes(1)))
struct ConsoleTests {
    private func text(_ pipe: Pipe) throws -> String {
        try pipe.fileHandleForWriting.close()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test func resultsAndErrorsGoTheirWays() throws {
        let output = Pipe(), errors = Pipe()
        let console = Console(
            output: output.fileHandleForWriting.fileDescriptor,
            errors: errors.fileHandleForWriting.fileDescriptor)
        console.result("one")
        console.error("bad\u{1B}[2J news")
        #expect(try text(output) == "one\n")
        #expect(try text(errors) == "kf: bad\\x1b[2J news\n")
    }

    @Test func theProgressLineMakesRoomForOtherLines() throws {
        let output = Pipe(), errors = Pipe()
        let console = Console(
            progress: ProgressLine(total: 3, isQuiet: false, isTerminal: true),
            output: output.fileHandleForWriting.fileDescriptor,
            errors: errors.fileHandleForWriting.fileDescriptor)
        console.advance("a.png", failed: false)
        console.note("note")
        console.finish()
        let erase = "\r\u{1B}[K"
        let line = "1 of 3  a.png"
        #expect(try text(errors) == "\(erase)\(line)\(erase)note\n\(erase)\(line)\(erase)")
    }

    @Test func aReaderThatLeavesIsNoticedOnce() throws {
        Console.ignoreClosedPipes()
        let output = Pipe(), errors = Pipe()
        try output.fileHandleForReading.close()
        let console = Console(
            output: output.fileHandleForWriting.fileDescriptor,
            errors: errors.fileHandleForWriting.fileDescriptor)
        #expect(!console.isOutputLost)
        console.result("one")
        console.result("two")
        #expect(console.isOutputLost)
        #expect(try text(errors) == "")
    }

    @Test func progressIsForManySourcesOnATerminal() {
        #expect(ProgressLine(total: 1, isQuiet: false, isTerminal: true) == nil)
        #expect(ProgressLine(total: 2, isQuiet: true, isTerminal: true) == nil)
        #expect(ProgressLine(total: 2, isQuiet: false, isTerminal: false) == nil)
        #expect(ProgressLine(total: 2, isQuiet: false, isTerminal: true) != nil)
    }

    @Test func theProgressLineNeverWraps() throws {
        var line = try #require(ProgressLine(total: 12, isQuiet: false, isTerminal: true))
        line.advance("https://example.com/a/long/way/to/photo.jpg", failed: true)
        #expect(line.text(columns: 100) == "1 of 12, 1 failed  https://example.com/a/long/way/to/photo.jpg")
        #expect(line.text(columns: 40) == "1 of 12, 1 failed  …ng/way/to/photo.jpg")
        for columns in 0...60 { #expect(line.text(columns: columns).count <= max(columns - 1, 0)) }
    }
}
