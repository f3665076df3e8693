import Foundation
import Glibc
import KingfisherTestKit
import Testing

/// A running `kf-storage-stress`. Its methods block.
final class StressProgram {
    private let program: RunningProgram
    private let output = Pipe()
    private var text = Data()

    /// Starts it on a folder.
    init(_ arguments: [String], in folder: TemporaryFolder) throws {
        program = try RunningProgram(
            path: try builtProgram("kf-storage-stress"), arguments: [folder.path] + arguments,
            surroundings: .init(
                output: .descriptor(output.fileHandleForWriting.fileDescriptor), errors: .inherited))
        try output.fileHandleForWriting.close()
    }

    deinit {
        program.send(signal: SIGKILL)
    }

    /// Kills it once it has written so many lines.
    /// - Returns: All lines it wrote until it died.
    func killed(afterLines count: Int) throws -> [String] {
        while lines.count < count, readMore() {}
        program.send(signal: SIGKILL)
        while readMore() {}
        #expect(program.waitForEnd() == .signal(SIGKILL), "it ended by itself after \(lines)")
        return lines
    }

    /// Waits until it has ended well.
    /// - Returns: All lines it wrote.
    func finished() throws -> [String] {
        while readMore() {}
        #expect(program.waitForEnd() == .exit(0))
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
