import Foundation
@preconcurrency import Glibc
import KingfisherCore
import Synchronization

/// What the program says: results on standard output, errors and progress on standard error.
///
/// Lines of concurrent loads never mix. Call `ignoreClosedPipes()` first, or a reader that goes away ends the process.
final class Console: Sendable {
    private struct State {
        var progress: ProgressLine?
        var isOutputLost = false
    }

    private let state: Lock<State>
    private let output: Int32
    private let errors: Int32

    /// - Parameters:
    ///   - progress: The line that shows how far the work is; nil for none.
    ///   - output: The descriptor for results.
    ///   - errors: The descriptor for errors and progress.
    init(progress: ProgressLine? = nil, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO) {
        self.state = Lock(State(progress: progress))
        self.output = output
        self.errors = errors
    }

    /// Makes writing to a closed pipe an error instead of the end of the process.
    static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Whether a terminal is behind the descriptor.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether results could not be written; the exit status tells it, since there may be nobody to read more.
    var isOutputLost: Bool { state.withLock { $0.isOutputLost } }

    /// Writes a line of results.
    func result(_ line: String) {
        write(Data((line + "\n").utf8))
    }

    /// Writes results as they are.
    func write(_ data: Data) {
        state.withLock { state in
            guard !state.isOutputLost else { return }
            hideProgress(state)
            do {
                try FileBytes.write(data, to: output, naming: "standard output")
            } catch {
                state.isOutputLost = true
            }
            showProgress(state)
        }
    }

    /// Writes one line about a failure, behind the program's name.
    func error(_ text: String) { note("kf: \(text)") }

    /// Writes a line to standard error.
    func note(_ text: String) {
        state.withLock { state in
            hideProgress(state)
            emit(Self.printable(text) + "\n")
            showProgress(state)
        }
    }

    /// Shows a progress line from now on, where one is wanted.
    func begin(_ progress: ProgressLine?) {
        state.withLock { state in
            state.progress = progress
            showProgress(state)
        }
    }

    /// One more source is done.
    func advance(_ source: String, failed: Bool) {
        state.withLock { state in
            state.progress?.advance(Self.printable(source), failed: failed)
            showProgress(state)
        }
    }

    /// Takes the progress line away for good.
    func finish() {
        state.withLock { state in
            hideProgress(state)
            state.progress = nil
        }
    }

    /// Control characters from URLs and servers would command the terminal; they are shown instead.
    static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 && scalar != "\n" || 0x7F..<0xA0 ~= scalar.value {
                result.append(contentsOf: "\\x\(String(scalar.value, radix: 16))".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private func hideProgress(_ state: State) {
        if state.progress != nil { emit(ProgressLine.erasure) }
    }

    private func showProgress(_ state: State) {
        if let progress = state.progress { emit(ProgressLine.erasure + progress.text(columns: columns())) }
    }

    /// A lost standard error leaves nobody to tell.
    private func emit(_ text: String) {
        try? FileBytes.write(Data(text.utf8), to: errors, naming: "standard error")
    }

    private func columns() -> Int {
        var size = winsize()
        return ioctl(errors, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}
