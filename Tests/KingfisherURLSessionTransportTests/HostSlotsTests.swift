import KingfisherCore
import Synchronization
import Testing

@testable import KingfisherURLSessionTransport

@Suite("Slots for each host", .timeLimit(.minutes(1)))
struct HostSlotsTests {
    private let slots = HostSlots(limit: 2)
    private let started = Started()

    private final class Started: Sendable {
        private let names = Lock<[String]>([])
        var list: [String] { names.withLock { $0 } }
        func note(_ name: String) { names.withLock { $0.append(name) } }
    }

    private func enter(_ name: String, host: String = "a", priority: Double = 0.5) -> HostSlots.Ticket {
        let ticket = slots.ticket()
        slots.enter(ticket, host: host, priority: priority) { [started] in started.note(name) }
        return ticket
    }

    @Test("as many start at once as the limit says, for each host by itself")
    func limit() {
        _ = (enter("1"), enter("2"), enter("3"), enter("other", host: "b"))
        #expect(started.list == ["1", "2", "other"])
    }

    @Test("the most urgent waits the least, equals in the order they came")
    func priority() {
        let running = [enter("1"), enter("2")]
        _ = (enter("low", priority: 0.1), enter("first"), enter("second"), enter("high", priority: 0.9))
        for ticket in running { slots.leave(ticket, host: "a") }
        #expect(started.list == ["1", "2", "high", "first"])
    }

    @Test("who leaves while waiting never starts, and leaving twice frees one slot only")
    func leaving() {
        let (first, _, waiting) = (enter("1"), enter("2"), enter("given up"))
        _ = (enter("3"), enter("4"))
        slots.leave(waiting, host: "a")
        slots.leave(waiting, host: "a")
        #expect(started.list == ["1", "2"])
        slots.leave(first, host: "a")
        slots.leave(first, host: "a")
        #expect(started.list == ["1", "2", "3"])
    }
}
