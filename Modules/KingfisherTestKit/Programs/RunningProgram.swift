public import Foundation
internal import Glibc
internal import KingfisherCore
internal import Synchronization

/// A program that was started and runs beside the tests.
///
/// Not Foundation's `Process`: on Linux that never gives back the file handles it was lent, and reads past the end of a
/// directory listing once a few hundred files are open.
public final class RunningProgram: Sendable {
    /// Where one of the program's standard streams comes from or goes to.
    public enum Stream: Sendable {
        /// Empty when read, lost when written.
        case nothing
        /// A file by its path; made, or emptied, when it is written.
        case file(String)
        /// An open descriptor, which stays the caller's.
        case descriptor(Int32)
        /// The tests' own.
        case inherited
    }

    /// How a program ended.
    public enum Ending: Sendable, Equatable {
        /// By itself, with this code.
        case exit(Int32)
        /// By this signal.
        case signal(Int32)
    }

    /// What a program gets from its parent.
    public struct Surroundings: Sendable {
        /// The working folder; the tests' own when nil.
        public var folder: String?
        /// All variables.
        public var environment: [String: String]
        /// Standard input.
        public var input: Stream
        /// Standard output.
        public var output: Stream
        /// Standard error.
        public var errors: Stream

        /// Gathers them.
        public init(
            folder: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
            input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .nothing
        ) {
            self.folder = folder
            self.environment = environment
            self.input = input
            self.output = output
            self.errors = errors
        }
    }

    private struct State {
        var ending: Ending?
        var waiters: [@Sendable (Ending) -> Void] = []
    }

    /// The kernel's number for it.
    public let processIdentifier: Int32
    private let state = Lock(State())

    /// Starts a program.
    /// - Throws: `TestKitFailure` where it cannot be started.
    public init(path: String, arguments: [String], surroundings: Surroundings = Surroundings()) throws {
        processIdentifier = try ProgramStart(path: path, arguments: arguments).spawn(surroundings)
        let thread = Thread { [self] in reap() }
        thread.name = "kf-test-waits"
        thread.start()
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { state.withLock { $0.ending == nil } }

    /// Sends a signal, unless the program has ended.
    public func send(signal number: Int32) {
        state.withLock { state in
            // Its number is not given to another process before `reap` takes the lock.
            if state.ending == nil { kill(processIdentifier, number) }
        }
    }

    /// Waits for the end, which comes at once when the task is cancelled: the program is killed.
    public func end() async -> Ending {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                whenEnded { continuation.resume(returning: $0) }
            }
        } onCancel: {
            send(signal: SIGKILL)
        }
    }

    /// Waits for the end, blocking this thread.
    public func waitForEnd() -> Ending {
        let done = DispatchSemaphore(value: 0)
        whenEnded { _ in done.signal() }
        done.wait()
        return state.withLock { $0.ending } ?? .exit(-1)
    }

    private func whenEnded(_ work: @escaping @Sendable (Ending) -> Void) {
        let ending = state.withLock { state in
            if state.ending == nil { state.waiters.append(work) }
            return state.ending
        }
        if let ending { work(ending) }
    }

    private func reap() {
        var ended = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(processIdentifier), &ended, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        let (waiters, ending) = state.withLock { state in
            _ = unsafe waitpid(processIdentifier, &status, 0)
            // The low seven bits name a signal, the byte above them holds the exit code.
            let ending: Ending = status & 0x7F == 0 ? .exit((status >> 8) & 0xFF) : .signal(status & 0x7F)
            state.ending = ending
            defer { state.waiters = [] }
            return (state.waiters, ending)
        }
        for waiter in waiters { waiter(ending) }
    }
}
