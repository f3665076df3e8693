internal import Glibc
internal import KingfisherCore
import Synchronization

/// One accepted connection. Its serving thread reads, writes and closes; any other thread may only interrupt it.
final class ClientSocket: Sendable {
    /// How a wait on the connection ended.
    enum Wake { case signalled, timedOut, hungUp }

    /// Linux's POLLRDHUP, which glibc's headers hide behind _GNU_SOURCE.
    private static let peerHungUp: Int16 = 0x2000

    private let descriptor: Int32
    private let isClosed = Lock(false)

    /// Takes ownership of an accepted, blocking socket.
    init(owning descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unsafe setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { finish() }

    /// Ends the connection from another thread: reads, writes and waits under way return at once.
    func interrupt() {
        isClosed.withLock { isClosed in
            if !isClosed { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Closes in order (FIN). The shutdown reaches the peer even where a child process inherited the descriptor.
    func finish() {
        isClosed.withLock { isClosed in
            if isClosed { return }
            isClosed = true
            _ = shutdown(descriptor, Int32(SHUT_RDWR))
            _ = close(descriptor)
        }
    }

    /// Closes with a reset (RST): lingering is on with no time to linger.
    func reset() {
        isClosed.withLock { isClosed in
            if isClosed { return }
            isClosed = true
            var option = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            _ = close(descriptor)
        }
    }

    /// Reads what is there, waiting for the first byte; empty at the end of the stream or on any error.
    func read(atMost count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var got = unsafe recv(descriptor, buffer.baseAddress, count, 0)
            while got < 0 && errno == EINTR { got = unsafe recv(descriptor, buffer.baseAddress, count, 0) }
            filled = max(0, got)
        }
    }

    /// Writes all bytes; false once the peer is gone. MSG_NOSIGNAL keeps a gone peer from raising SIGPIPE.
    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let count = unsafe send(
                    descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { return false }
                sent += count
            }
            return true
        }
    }

    /// Waits until the signal is up, the time is over or the peer hangs up, whichever is first; nil waits for ever.
    func wait(for signal: Signal?, milliseconds: Int32?) -> Wake {
        var watched = [pollfd(fd: descriptor, events: Self.peerHungUp, revents: 0)]
        if let signal { watched.append(pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)) }
        var ready: Int32 = -1
        repeat {
            ready = unsafe poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
        } while ready < 0 && errno == EINTR
        if ready <= 0 { return .timedOut }
        return watched[0].revents != 0 ? .hungUp : .signalled
    }
}
