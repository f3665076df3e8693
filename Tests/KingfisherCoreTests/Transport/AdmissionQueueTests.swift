import KingfisherCore
import Testing

@Suite("The queue of requests", .timeLimit(.minutes(1)))
struct AdmissionQueueTests {
    private struct Line {
        var queue = AdmissionQueue(hostLimit: 2)
        var names: [Int: String] = [:]
        var lastTicket = 0

        mutating func enter(_ names: String..., host: String = "a", priority: Double = 0.5) -> Int {
            for name in names {
                lastTicket += 1
                self.names[lastTicket] = name
                queue.enter(lastTicket, host: host, priority: priority)
            }
            return lastTicket
        }

        mutating func admitted() -> [String] {
            var names: [String] = []
            while let next = queue.admit() { names.append(self.names[next] ?? "nobody") }
            return names
        }
    }

    @Test("as many start at once as the limit says, for each host by itself")
    func hostLimit() {
        var line = Line()
        _ = (line.enter("1", "2", "3"), line.enter("other", host: "b"))
        #expect(line.admitted().sorted() == ["1", "2", "other"])
    }

    @Test("as many start at once as the limit in all says, the most urgent of any host first")
    func limit() {
        var line = Line(queue: AdmissionQueue(hostLimit: 2, limit: 3))
        _ = (line.enter("1", "2", "3"), line.enter("urgent", "also", host: "b", priority: 1))
        #expect(line.admitted() == ["urgent", "also", "1"])
    }

    @Test("the most urgent waits the least, equals in the order they came")
    func priority() {
        var line = Line()
        let last = line.enter("1", "2")
        _ = line.admitted()
        _ = line.enter("low", priority: 0.1)
        _ = line.enter("first", "second")
        _ = line.enter("high", priority: 0.9)
        for ticket in 1...last { line.queue.leave(ticket) }
        #expect(line.admitted() == ["high", "first"])
    }

    @Test("who leaves while waiting never starts, and leaving twice frees one slot only")
    func leaving() {
        var line = Line()
        let waiting = line.enter("1", "2", "given up")
        _ = line.enter("3", "4")
        #expect(line.admitted() == ["1", "2"])
        line.queue.leave(waiting)
        line.queue.leave(waiting)
        #expect(line.admitted() == [])
        line.queue.leave(1)
        line.queue.leave(1)
        #expect(line.admitted() == ["3"])
    }

    @Test("a host's own limit holds from when it is set")
    func ownLimit() {
        var line = Line()
        _ = line.enter("1", "2", "3", "4")
        #expect(line.admitted() == ["1", "2"])
        line.queue.setLimit(3, host: "a")
        #expect(line.admitted() == ["3"])
    }

    @Test("thousands that give up in any order leave those in order who stay")
    func manyGiveUp() {
        var line = Line(queue: AdmissionQueue(hostLimit: 1))
        for number in 1...5000 {
            _ = line.enter("\(number)", priority: Double(number * 7919 % 5000) / 5000)
        }
        let staying = Set((1...5000).filter { $0 % 10 == 0 })
        for ticket in (1...5000).reversed() where !staying.contains(ticket) { line.queue.leave(ticket) }
        var tickets: [Int] = []
        while let next = line.queue.admit() {
            tickets.append(next)
            line.queue.leave(next)
        }
        let expected = staying.sorted { ($0 * 7919 % 5000, -$0) > ($1 * 7919 % 5000, -$1) }
        #expect(tickets == expected)
        #expect(line.queue.isEmpty)
    }
}
