import Testing

@testable import KingfisherPipeline

@Suite("The table of shared work", .timeLimit(.minutes(1)))
struct SharedWorkTableTests {
    private typealias Table = SharedWorkTable<String, String, String>
    private var table = Table()

    @Test("the first to ask starts the work, the second joins it")
    mutating func joining() {
        let first = table.join("a", waiter: "one")
        let second = table.join("a", waiter: "two")
        #expect(first.starts)
        #expect(!second.starts)
        #expect(table.waiters(of: first.ticket) == ["one", "two"])
    }

    @Test("different keys do not share")
    mutating func keys() {
        _ = table.join("a", waiter: "one")
        let other = table.join("b", waiter: "two")
        #expect(other.starts)
        #expect(table.waiters(of: other.ticket) == ["two"])
    }

    @Test("finishing hands out all waiters once, and the next to ask starts anew")
    mutating func finishing() {
        let first = table.join("a", waiter: "one")
        _ = table.join("a", waiter: "two")
        #expect(table.finish(first.ticket) == ["one", "two"])
        #expect(table.finish(first.ticket).isEmpty)
        let third = table.join("a", waiter: "three")
        #expect(third.starts)
    }

    @Test("only the last to leave abandons the work, and leaving twice is nothing")
    mutating func leaving() {
        let first = table.join("a", waiter: "one")
        table.attach("work", to: first.ticket)
        let second = table.join("a", waiter: "two")
        let left = table.leave(first.ticket)
        #expect(left.waiter == "one")
        #expect(left.abandoned == nil)
        let again = table.leave(first.ticket)
        #expect(again.waiter == nil)
        let last = table.leave(second.ticket)
        #expect(last.waiter == "two")
        #expect(last.abandoned == "work")
    }

    @Test("abandoned work cannot finish for those who came after it")
    mutating func staleFinish() {
        let first = table.join("a", waiter: "one")
        _ = table.leave(first.ticket)
        let second = table.join("a", waiter: "two")
        #expect(second.starts)
        #expect(table.finish(first.ticket).isEmpty)
        #expect(table.waiters(of: second.ticket) == ["two"])
        table.attach("late", to: first.ticket)
        #expect(table.leave(second.ticket).abandoned == nil)
    }
}
