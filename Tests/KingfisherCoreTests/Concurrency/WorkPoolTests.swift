import Foundation
import KingfisherCore
import Synchronization
import Testing

@Suite("Work pools", .timeLimit(.minutes(2)))
struct WorkPoolTests {
    private struct Failure: Error, Equatable {
        let number: Int
    }

    /// How many jobs run, and the most that ever ran at once.
    private final class Gauge: Sendable {
        private let state = Lock((now: 0, most: 0))
        var most: Int { state.withLock { $0.most } }

        func during(_ work: () -> Void) {
            state.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            work()
            state.withLock { $0.now -= 1 }
        }
    }

    /// Numbers in the order they came.
    private final class Log: Sendable {
        private let list = Lock([Int]())
        var numbers: [Int] { list.withLock { $0 } }
        func append(_ number: Int) { list.withLock { $0.append(number) } }
    }

    /// How often something happened.
    private final class Counter: Sendable {
        private let number = Atomic(0)
        var count: Int { number.load(ordering: .acquiring) }
        func add() { number.add(1, ordering: .releasing) }

        func reaches(_ count: Int) async {
            while self.count < count { await Task.yield() }
        }
    }

    @Test("Results and errors come back to their own callers")
    func results() async throws {
        let pool = WorkPool(name: "test", width: 2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    if number.isMultiple(of: 3) {
                        await #expect(throws: Failure(number: number)) {
                            try await pool.run { throw Failure(number: number) }
                        }
                    } else {
                        let result = try? await pool.run { number }
                        #expect(result == number)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("No more jobs run at once than the pool is wide", arguments: [1, 2, 4])
    func width(width: Int) async throws {
        let pool = WorkPool(name: "test", width: width)
        let gauge = Gauge()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await pool.run { gauge.during { _ = (0..<2_000).reduce(0, ^) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(gauge.most <= width)
    }

    @Test("A pool whose threads all wait does not hold up tasks, and all its width is there")
    func blocked() async throws {
        let pool = WorkPool(name: "test", width: 8)
        let gate = DispatchSemaphore(value: 0)
        let started = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await pool.run {
                        started.add()
                        gate.wait()
                    }
                }
            }
            await started.reaches(8)
            let sum = await withTaskGroup(of: Int.self, returning: Int.self) { tasks in
                for number in 0..<100 { tasks.addTask { number } }
                return await tasks.reduce(0, +)
            }
            #expect(sum == 4_950)
            for _ in 0..<8 { gate.signal() }
            try await group.waitForAll()
        }
    }

    @Test("Jobs start in the order they came")
    func order() async throws {
        let pool = WorkPool(name: "test", width: 1)
        let gate = DispatchSemaphore(value: 0)
        let seen = Log()
        let blocker = Task.immediate { try await pool.run { gate.wait() } }
        let tasks = (0..<50).map { number in
            // Immediate tasks reach the pool before the next one is made.
            Task.immediate { try await pool.run { seen.append(number) } }
        }
        gate.signal()
        try await blocker.value
        for task in tasks { try await task.value }
        #expect(seen.numbers == Array(0..<50))
    }

    @Test("A job cancelled before it starts never runs")
    func cancelledBeforeStart() async throws {
        let pool = WorkPool(name: "test", width: 1)
        let gate = DispatchSemaphore(value: 0)
        let entered = Counter()
        let ran = Counter()
        let blocker = Task {
            try await pool.run {
                entered.add()
                gate.wait()
            }
        }
        await entered.reaches(1)
        let waiting = Task { try await pool.run { ran.add() } }
        waiting.cancel()
        gate.signal()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await blocker.value
        #expect(ran.count == 0)
    }

    @Test("A running job sees that its caller has gone")
    func cancelledWhileRunning() async throws {
        let pool = WorkPool(name: "test", width: 1)
        let entered = Counter()
        let task = Task {
            try await pool.run {
                #expect(!WorkCancellation.isCancelled)
                entered.add()
                while !WorkCancellation.isCancelled { usleep(100) }
                try WorkCancellation.check()
            }
        }
        await entered.reaches(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.run { WorkCancellation.isCancelled } == false)
    }

    @Test("Many jobs pass through without any of them being lost")
    func many() async throws {
        let pool = WorkPool(name: "test", width: 3)
        let total = try await withThrowingTaskGroup(of: Int.self, returning: Int.self) { group in
            for number in 0..<5_000 { group.addTask { try await pool.run { number } } }
            return try await group.reduce(0, +)
        }
        #expect(total == 12_497_500)
    }
}
