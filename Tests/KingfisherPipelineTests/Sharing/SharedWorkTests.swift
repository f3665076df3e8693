import Foundation
import KingfisherCore
import Synchronization
import Testing

@testable import KingfisherPipeline

@Suite("Shared work", .timeLimit(.minutes(1)))
struct SharedWorkTests {
    private final class Counts: Sendable {
        let runs = Atomic(0)
        let seated = Lock(Set<Int>())
    }

    @Test("a hundred callers of one key cause one run and get one result each")
    func hundred() async throws {
        let work = SharedWork<String, Int, Int>()
        let counts = Counts()
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<100 {
                group.addTask {
                    try await work.value(
                        for: "key", onEvent: { _ in counts.seated.withLock { _ = $0.insert(index) } }
                    ) { emit in
                        counts.runs.add(1, ordering: .relaxed)
                        // Ends only when all hundred have been told of progress, so none can come too late.
                        while counts.seated.withLock({ $0.count }) < 100 {
                            emit(0)
                            await Task.yield()
                        }
                        return 7
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: 7, count: 100))
        #expect(counts.runs.load(ordering: .relaxed) == 1)
    }

    @Test("a cancelled waiter leaves at once, and the others get the result")
    func oneLeaves() async throws {
        let work = SharedWork<String, Int, Int>()
        let started = AsyncStream<Void>.makeStream()
        let gate = AsyncStream<Void>.makeStream()
        let body: @Sendable (@escaping @Sendable (Int) -> Void) async throws -> Int = { emit in
            emit(1)
            for await _ in gate.stream { break }
            return 7
        }
        let staying = Task {
            try await work.value(for: "key", onEvent: { _ in started.continuation.yield() }, work: body)
        }
        for await _ in started.stream { break }
        let leaving = Task { try await work.value(for: "key", work: body) }
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        gate.continuation.yield()
        #expect(try await staying.value == 7)
    }

    @Test("when the last waiter is cancelled the work is cancelled")
    func lastLeaves() async throws {
        let work = SharedWork<String, Int, Int>()
        let started = AsyncStream<Void>.makeStream()
        let ended = AsyncStream<Bool>.makeStream()
        let waiting = Task {
            try await work.value(for: "key") { _ in
                started.continuation.yield()
                let never = AsyncStream<Void>.makeStream()
                for await _ in never.stream {}
                ended.continuation.yield(Task.isCancelled)
                return 0
            }
        }
        for await _ in started.stream { break }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        var wasCancelled = false
        for await value in ended.stream {
            wasCancelled = value
            break
        }
        #expect(wasCancelled)
    }

    @Test("a task cancelled beforehand gets its error and starts nothing that stays")
    func cancelledBefore() async throws {
        let work = SharedWork<String, Int, Int>()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await work.value(for: "key") { _ in
                try await Task.sleep(for: .seconds(3600))
                return 0
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("an error reaches every waiter")
    func failing() async throws {
        struct Failure: Error {}
        let work = SharedWork<String, Int, Int>()
        await #expect(throws: Failure.self) {
            _ = try await work.value(for: "key") { _ in throw Failure() }
        }
    }
}
