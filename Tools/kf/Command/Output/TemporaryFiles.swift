import Dispatch
@preconcurrency import Glibc
import Synchronization

/// Files that are half written, so that an interrupted program leaves none of them behind.
final class TemporaryFiles: Sendable {
    /// Those of this process.
    static let shared = TemporaryFiles()

    private let paths = Mutex<Set<String>>([])

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
    /// Call once, early. A signal that the parent process chose to ignore (nohup) stays ignored.
    func removeOnSignals() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].compactMap { number in
            var current = sigaction()
            sigaction(number, nil, &current)
            if unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                return nil
            }
            // The source sees the signal only if the default action does not end the process first.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler {
                self.removeAll {
                    signal(number, SIG_DFL)
                    kill(getpid(), number)
                    // The signal is delivered to some thread at any moment; nothing may be written until then.
                    while true { pause() }
                }
            }
            source.resume()
            return source
        }
    }
}
