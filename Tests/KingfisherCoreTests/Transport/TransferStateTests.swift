import Foundation
import KingfisherCore
import Testing

@Suite("A transfer's state", .timeLimit(.minutes(1)))
struct TransferStateTests {
    private static let url = URL(fileURLWithPath: "/a")
    private let failure = TransportFailure(pluginID: "test")
    private let limits: TransferLimits

    init() throws {
        var request = TransportRequest(url: Self.url)
        request.idleTimeout = 10
        limits = try TransferLimits(request, startingAt: .zero, failure: failure)
    }

    @Test("the idle timeout runs from the start and from each byte, not before")
    func idleness() throws {
        var waiting = TransferState(url: Self.url, limits: limits, failure: failure, now: .zero)
        let beforeStart = waiting.checkTime(.seconds(100)).remaining
        #expect(beforeStart == .seconds(10))
        let isStarted = waiting.start(now: .seconds(100))
        #expect(isStarted)
        _ = waiting.receive(Data([1]), now: .seconds(105))
        let afterByte = waiting.checkTime(.seconds(114)).remaining
        #expect(afterByte == .seconds(1))
        let atTheEnd = waiting.checkTime(.seconds(115))
        #expect(atTheEnd.remaining == nil)
        #expect(atTheEnd.effects.cancelsSource)
        #expect(waiting.isOver)
    }

    @Test("nothing that comes after the end changes it")
    func afterTheEnd() throws {
        var state = TransferState(url: Self.url, limits: limits, failure: failure, now: .zero)
        let first = state.end(.failure(CancellationError()))
        #expect(first.ended)
        let later = [state.end(.success(())), state.complete(nil), state.receive(Data([1]), now: .zero)]
        #expect(later.allSatisfy { !$0.ended && !$0.cancelsSource })
        let check = state.checkTime(.seconds(1000))
        #expect(check.remaining == nil)
        let mayStart = state.start(now: .zero)
        #expect(!mayStart)
    }

    @Test("a full buffer holds the source back, reading releases it, and the idle timeout rests meanwhile")
    func holdingBack() throws {
        var state = TransferState(
            url: Self.url, limits: limits, failure: failure, now: .zero, bufferLimit: 10)
        _ = state.start(now: .zero)
        _ = state.receive(Data(count: 10), now: .seconds(1))
        #expect(state.waitingBytes == 10)
        let holding = state.holdBack(now: .seconds(1))
        #expect(!holding.resumesSource)
        let later = state.checkTime(.seconds(100))
        #expect(later.remaining == .seconds(10))
        let taken = state.take(now: .seconds(100))
        #expect(try taken.ready?.get() == Data(count: 10))
        #expect(taken.effects.resumesSource)
        let afterwards = state.checkTime(.seconds(101))
        #expect(afterwards.remaining == .seconds(9))
        let needless = state.holdBack(now: .seconds(101))
        #expect(needless.resumesSource, "the buffer was read empty in the meantime")
    }

    @Test("a body that is shorter than its head says, or an end without a head, is a failure")
    func completeness() throws {
        var state = TransferState(url: Self.url, limits: limits, failure: failure, now: .zero)
        _ = state.receive(
            TransportResponse(url: Self.url, statusCode: 200, expectedBodyBytes: 3), now: .zero)
        _ = state.receive(Data(count: 2), now: .zero)
        _ = state.complete(nil)
        let error = #expect(throws: PluginError.self) { try state.take(now: .zero).ready?.get() }
        #expect(error?.code == .truncatedBody)
        var headless = TransferState(url: Self.url, limits: limits, failure: failure, now: .zero)
        _ = headless.complete(nil)
        let other = #expect(throws: PluginError.self) { try headless.take(now: .zero).ready?.get() }
        #expect(other?.code == .connectionFailed)
    }
}
