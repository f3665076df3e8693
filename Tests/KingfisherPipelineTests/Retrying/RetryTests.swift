import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherPipeline

/// Notes what it is asked, and answers as the closure says.
private struct NotingStrategy: RetryStrategy {
    let contexts = Notes<RetryContext>()
    let answer: @Sendable (RetryContext, @escaping @Sendable (RetryDecision) -> Void) -> Void

    func retry(context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void) {
        contexts.add(context)
        answer(context, retryHandler)
    }
}

@Suite("Loads that are tried again", .timeLimit(.minutes(1)))
struct RetryTests {
    @Test("A server that fails twice gives the image at the third attempt")
    func succeeds() async throws {
        let pipeline = try TestPipeline()
        let url = try serveAfter([.text("", status: 503), .text("", status: 500)], on: pipeline)
        let strategy = NotingStrategy { context, decide in decide(.retry(userInfo: context.retriedCount)) }
        let result = try await pipeline.manager.retrieveImage(with: url, options: [.retryStrategy(strategy)])
        #expect(result.image.width == 17)
        #expect(pipeline.server.count(of: "/picture.png") == 3)
        let contexts = strategy.contexts.all
        #expect(contexts.map(\.retriedCount) == [0, 1])
        #expect(contexts[1].userInfo as? Int == 0)
        #expect(contexts[0].error.isInvalidResponseStatusCode(503))
        #expect(contexts[1].error.isInvalidResponseStatusCode(500))
        #expect(contexts[1].earlierErrors.map { $0.isInvalidResponseStatusCode(503) } == [true])
    }

    @Test("Bytes that are not decoded are tried again as well, also after a connection that breaks")
    func data() async throws {
        let pipeline = try TestPipeline()
        let url = try serveAfter([.bytes(Fixture.picture()).resetting(after: 20)], on: pipeline)
        let data = try await pipeline.manager.retrieveData(
            with: .network(url),
            options: [.retryStrategy(DelayRetryStrategy(maxRetryCount: 1, retryInterval: .seconds(0)))])
        #expect(data == (try Fixture.picture()))
    }

    @Test("A strategy that stops leaves the latest error")
    func stops() async throws {
        let pipeline = try TestPipeline()
        let url = try serveAfter([.text("", status: 503), .text("", status: 404)], on: pipeline)
        let strategy = DelayRetryStrategy(maxRetryCount: 1, retryInterval: .seconds(0))
        let error = await #expect(throws: KingfisherError.self) {
            try await pipeline.manager.retrieveImage(with: url, options: [.retryStrategy(strategy)])
        }
        #expect(error?.isInvalidResponseStatusCode(404) == true)
        #expect(pipeline.server.count(of: "/picture.png") == 2)
    }

    @Test("A handler that is let go without a call stops the load, and only the first call counts")
    func carelessStrategies() async throws {
        let pipeline = try TestPipeline()
        let url = try serveAfter([.text("", status: 503), .text("", status: 500)], on: pipeline)
        let silent = NotingStrategy { _, _ in }
        let eager = NotingStrategy { _, decide in
            decide(.stop)
            decide(.retry(userInfo: nil))
        }
        for strategy in [silent, eager] {
            await #expect(throws: KingfisherError.self) {
                try await pipeline.manager.retrieveImage(with: url, options: [.retryStrategy(strategy)])
            }
        }
        #expect(pipeline.server.count(of: "/picture.png") == 2)
    }

    @Test("A load that waits for its next attempt is cancelled at once, and never sent again")
    func cancelled() async throws {
        let pipeline = try TestPipeline()
        let url = try serveAfter([.text("", status: 503)], on: pipeline)
        let clock = ManualClock()
        let delay = DelayRetryStrategy(
            maxRetryCount: 3, retryInterval: .seconds(1000), clock: clock, now: clock.dateSource)
        let held = Notes<@Sendable (RetryDecision) -> Void>()
        let callback = NotingStrategy { _, decide in held.add(decide) }
        for (strategy, isWaiting) in [
            (delay as any RetryStrategy, { try await clock.waitForSleepers() }),
            (callback, { await held.wait() }),
        ] as [(any RetryStrategy, () async throws -> Void)] {
            pipeline.server.route("/picture.png", .text("", status: 503))
            let errors = Notes<KingfisherError>()
            let task = pipeline.manager.retrieveImage(with: url, options: [.retryStrategy(strategy)]) {
                if case .failure(let error) = $0 { errors.add(error) }
            }
            try await isWaiting()
            task?.cancel()
            await errors.wait()
            #expect(errors.all.map(\.isTaskCancelled) == [true])
        }
        held.all.first?(.retry(userInfo: nil))
        #expect(clock.sleeperCount == 0)
        #expect(pipeline.server.count(of: "/picture.png") == 2)
    }

    private func serveAfter(_ failures: [ScriptedResponse], on pipeline: TestPipeline) throws -> URL {
        let picture = ScriptedResponse.bytes(try Fixture.picture(), type: "image/png")
        pipeline.server.route("/picture.png", sequence: failures + [picture])
        return pipeline.server.url("/picture.png")
    }
}
