internal import Glibc

/// A POSIX thread that can be joined, which Foundation's `Thread` cannot.
struct ServerThread: Sendable {
    private final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let handle: pthread_t

    /// Starts a thread. Every one started must be joined once.
    init(_ body: @escaping @Sendable () -> Void) throws {
        var handle = pthread_t()
        let start = unsafe Unmanaged.passRetained(Start(body))
        let code = unsafe pthread_create(
            &handle, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            unsafe start.release()
            throw TestKitFailure("cannot start a server thread (error \(code)); lower the connection limit")
        }
        self.handle = handle
    }

    /// Waits for the thread's end; a thread that would wait for itself is left to end alone.
    func join() {
        if pthread_equal(handle, pthread_self()) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }
}
