internal import Glibc

/// A TCP socket that listens on 127.0.0.1, at a port that the kernel picks.
final class ListeningSocket: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestKitFailure("cannot make a socket: \(SystemError.current)") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: in_addr_t(0x7f00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isUp = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard isUp else {
            let reason = SystemError.current
            _ = close(descriptor)
            throw TestKitFailure("cannot listen on 127.0.0.1: \(reason)")
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Waits until a client knocks (where `welcoming`) or the signal is up.
    func wait(welcoming: Bool, or signal: Signal) {
        var watched = [pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)]
        if welcoming { watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
        _ = unsafe poll(&watched, nfds_t(watched.count), -1)
    }

    /// Accepts one client that has knocked, or returns nil where none is there.
    func accept() -> ClientSocket? {
        var knock = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&knock, 1, 0) == 1 else { return nil }
        let client = Glibc.accept(descriptor, nil, nil)
        return client < 0 ? nil : ClientSocket(owning: client)
    }

    /// Turns clients away from now on.
    func stopListening() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
