internal import KingfisherCore
import Synchronization

/// A barrier on the server's side that the test opens: a response waits at it until it is let through.
///
/// `open()` lets everything pass from then on; `pass(_:)` lets a counted number of waits through, for a response that
/// is sent piece by piece under the test's control. Safe to use from any thread or task. A waiting response also ends
/// when its client hangs up or the server stops, so a gate that is never opened hangs nothing.
public final class Gate: Sendable {
    private struct State {
        var isOpen: Bool
        var permits = 0
    }

    /// Readable while the gate would let somebody through.
    let signal: Signal
    private let state: Lock<State>
    private let arrivals = WatchedState(0)

    /// Makes a gate. It throws only where the process has run out of file descriptors.
    public init(open: Bool = false) throws {
        signal = try Signal()
        state = Lock(State(isOpen: open))
        if open { signal.raise() }
    }

    /// Lets all who wait and all who come later through.
    public func open() {
        state.withLock { state in
            state.isOpen = true
            signal.raise()
        }
    }

    /// Shuts the gate for those who come later, and takes back unused permits.
    public func close() {
        state.withLock { state in
            state = State(isOpen: false)
            signal.lower()
        }
    }

    /// Lets `count` more waits through, those under way first.
    public func pass(_ count: Int = 1) {
        state.withLock { state in
            state.permits += count
            signal.raise()
        }
    }

    /// How many times a response has come to this gate so far.
    public var arrivalCount: Int { arrivals.value }

    /// Returns once responses have come to this gate `count` times, or throws `TestKitFailure` after `limit`.
    public func waitForArrivals(_ count: Int = 1, upTo limit: Duration = .seconds(10)) async throws {
        try await arrivals.wait(upTo: limit, for: "\(count) arrivals at a gate") { $0 >= count }
    }

    func noteArrival() {
        arrivals.update { $0 += 1 }
    }

    /// Takes one permit, if there is one or the gate stands open.
    func tryPassing() -> Bool {
        state.withLock { state in
            if state.isOpen { return true }
            guard state.permits > 0 else { return false }
            state.permits -= 1
            if state.permits == 0 { signal.lower() }
            return true
        }
    }
}
