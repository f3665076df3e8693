internal import Glibc

/// A flag that `poll` can wait on beside a socket: its descriptor is readable while the flag is up.
///
/// Built on a pipe: up while it holds anything. Callers serialise `raise` and `lower` themselves.
final class Signal: Sendable {
    let descriptor: Int32
    private let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw TestKitFailure("pipe failed: \(SystemError.current)") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Puts the flag up. A full pipe means that it is up already, so the result does not matter.
    func raise() {
        var byte: UInt8 = 1
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Takes the flag down.
    func lower() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }
}
