import KingfisherCore
import KingfisherPipeline
import KingfisherTestKit

/// The calls that a completion handler got.
@MainActor
final class Completions {
    typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    private(set) var all: [Outcome] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// A handler that notes its calls here.
    var handler: ViewCompletionHandler {
        { outcome in
            self.all.append(outcome)
            let waiters = self.waiters
            self.waiters = []
            for waiter in waiters { waiter.resume() }
        }
    }

    /// The first call, when it is there. A handler that is never called runs into the suite's time limit.
    func first() async -> Outcome {
        while all.isEmpty { await withCheckedContinuation { waiters.append($0) } }
        return all[0]
    }

    /// The error of the only call.
    func onlyError(_ what: String) async throws -> KingfisherError {
        guard case .failure(let error) = await first() else {
            throw TestKitFailure("\(what) succeeded")
        }
        guard all.count == 1 else { throw TestKitFailure("\(what) completed \(all.count) times") }
        return error
    }
}
