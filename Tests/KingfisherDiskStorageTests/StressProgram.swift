import Foundation
import KingfisherTestKit
import Testing

/// A running `kf-storage-stress`. Its methods block.
final class StressProgram {
    private let process = Process()
    private let output = Pipe()
    private var text = Data()

    /// Starts it on a folder.
    init(_ arguments: [String], in folder: TemporaryFolder) throws {
        process.executableURL = URL(fileURLWithPath: try builtProgram("kf-storage-stress"))
        process.arguments = [folder.path] + arguments
        process.standardOutput = output
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Kills it once it has written so many lines.
    /// - Returns: All lines it wrote until it died.
    func killed(afterLines count: Int) throws -> [String] {
        while lines.count < count, readMore() {}
        #expect(kill(process.processIdentifier, SIGKILL) == 0)
        while readMore() {}
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal, "it ended by itself after \(lines)")
        return lines
    }

    /// Waits until it has ended well.
    /// - Returns: All lines it wrote.
    func finished() throws -> [String] {
        while readMore() {}
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        return lines
    }

    /// The whole lines so far.
    private var lines: [String] {
        String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    private func readMore() -> Bool {
        let more = output.fileHandleForReading.availableData
        text += more
        return !more.isEmpty
    }
}
