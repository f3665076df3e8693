import Dispatch
@preconcurrency import Glibc
import KingfisherCore
import Synchronization

/// Files that are half written, so that an interrupted program leaves none of them behind.
final class TemporaryFiles: Sendable {
    /// Those of this process.
    static let shared = TemporaryFiles()

    private let paths = Lock<Set<String>>([])

    /// Makes a file while keeping a signal from falling between its making and its being known.
    /// - Parameter make: Makes the file and returns its path, or nil.
    func add(_ make: () -> String?) {
        paths.withLock { paths in
            if let path = make() { paths.insert(path) }
        }
    }

    /// The file is finished, or gone.
    func forget(_ path: String) {
        paths.withLock { _ = $0.remove(path) }
    }

    /// Removes all of them, then runs the body; no further file can be made meanwhile.
    func removeAll(then body: () -> Void) {
        paths.withLock { paths in
            for path in paths { unlink(path) }
            paths = []
            body()
        }
    }

    /// From now on SIGINT, SIGTERM and SIGHUP remove the files before they end the process as they always do.
    ///
    /// Call once, before the first file. A signal that the parent process chose to ignore (nohup) stays ignored.
    /// - Returns: What watches the signals, for as long as it is kept.
    func removeOnSignals() -> [any DispatchSourceSignal] {
        let registered = DispatchSemaphore(value: 0)
        let sources = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler { self.removeAll { Self.end(by: number) } }
            source.setRegistrationHandler { registered.signal() }
            source.resume()
            return source
        }
        // Until Dispatch has its handler in place, the default action would leave files behind.
        for _ in sources { registered.wait() }
        return sources
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var current = sigaction()
        sigaction(number, nil, &current)
        return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Ends the process by the signal, so that a shell sees what happened.
    private static func end(by number: Int32) {
        signal(number, SIG_DFL)
        // Dispatch blocks the signals it watches; this thread opens itself to it.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
    }
}
