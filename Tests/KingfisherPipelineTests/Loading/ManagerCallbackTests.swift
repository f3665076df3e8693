import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherPipeline

@Suite("KingfisherManager's callback form", .timeLimit(.minutes(2)))
struct ManagerCallbackTests {
    private let pipeline: TestPipeline

    init() throws {
        pipeline = try TestPipeline()
    }

    private typealias Calls = Notes<Result<RetrieveImageResult, KingfisherError>>

    @Test("an image in memory is delivered before the call returns, without a task")
    func synchronousHit() async throws {
        let url = try pipeline.serve()
        _ = try await pipeline.manager.retrieveImage(with: url)
        let calls = Calls()
        let task = pipeline.manager.retrieveImage(with: url) { calls.add($0) }
        #expect(task == nil)
        #expect(calls.all.count == 1)
        #expect(try calls.all[0].get().cacheType == .memory)
    }

    @Test("a download completes once, after its progress reached the total")
    func completes() async throws {
        let url = try pipeline.serve()
        let calls = Calls()
        let progress = Notes<[Int64]>()
        let task = pipeline.manager.retrieveImage(
            with: url, progressBlock: { received, total in progress.add([received, total]) },
            completionHandler: { calls.add($0) })
        #expect(task != nil)
        await calls.wait()
        #expect(calls.all.count == 1)
        let size = Int64(try Fixture.picture().count)
        #expect(progress.all.last == [size, size])
    }

    @Test("cancelling completes with one predicate's error, and leaves other callers alone")
    func cancelling() async throws {
        let gate = try Gate()
        let url = try pipeline.serve(as: .bytes(try Fixture.picture()).held(by: gate))
        let leaving = Calls()
        let staying = Calls()
        let task = pipeline.manager.retrieveImage(with: url) { leaving.add($0) }
        pipeline.manager.retrieveImage(with: url) { staying.add($0) }
        try await gate.waitForArrivals()
        task?.cancel()
        task?.cancel()
        await leaving.wait()
        gate.open()
        await staying.wait()
        #expect(leaving.all.count == 1)
        guard case .failure(let error) = leaving.all[0] else {
            Issue.record("a cancelled load succeeded")
            return
        }
        #expect(error.isTaskCancelled)
        #expect(error.errorCode == 1003)
        #expect(try staying.all[0].get().image.width == 17)
        #expect(pipeline.server.count(of: "/picture.png") == 1)
    }

    @Test("the callback queue is honoured")
    func callbackQueue() async throws {
        let url = try pipeline.serve()
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "callbacks")
        queue.setSpecific(key: key, value: "here")
        let place = await withCheckedContinuation { continuation in
            pipeline.manager.retrieveImage(with: url, options: [.callbackQueue(.dispatch(queue))]) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key))
            }
        }
        #expect(place == "here")
    }
}
