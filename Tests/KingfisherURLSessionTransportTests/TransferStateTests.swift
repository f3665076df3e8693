import Foundation
import KingfisherCore
import Testing

@testable import KingfisherURLSessionTransport

@Suite("A transfer's state", .timeLimit(.minutes(1)))
struct TransferStateTests {
    private static let url = URL(fileURLWithPath: "/a")
    private let limits: TransferLimits

    init() throws {
        var request = TransportRequest(url: Self.url)
        request.idleTimeout = 10
        limits = try TransferLimits(request, startingAt: .zero)
    }

    @Test("the idle timeout runs from the start and from each byte, not before")
    func idleness() throws {
        var waiting = TransferState(url: Self.url, limits: limits, now: .zero)
        let beforeStart = waiting.checkTime(.seconds(100)).remaining
        #expect(beforeStart == .seconds(10))
        let isStarted = waiting.start(now: .seconds(100))
        #expect(isStarted)
        _ = waiting.receive(Data([1]), now: .seconds(105))
        let afterByte = waiting.checkTime(.seconds(114)).remaining
        #expect(afterByte == .seconds(1))
        let atTheEnd = waiting.checkTime(.seconds(115))
        #expect(atTheEnd.remaining == nil)
        #expect(atTheEnd.effects.cancelsTask)
        #expect(waiting.isOver)
    }

    @Test("nothing that comes after the end changes it")
    func afterTheEnd() throws {
        var state = TransferState(url: Self.url, limits: limits, now: .zero)
        let first = state.end(.failure(CancellationError()))
        #expect(first.ended)
        let later = [state.end(.success(())), state.complete(nil), state.receive(Data([1]), now: .zero)]
        #expect(later.allSatisfy { !$0.ended && !$0.cancelsTask })
        let check = state.checkTime(.seconds(1000))
        #expect(check.remaining == nil)
        let mayStart = state.start(now: .zero)
        #expect(!mayStart)
    }
}
