internal import Foundation
internal import FoundationNetworking
internal import KingfisherCore
import Synchronization

/// A session's task, cancelled only at moments when Foundation on Linux survives it.
///
/// Foundation traps where the answer to a redirect arrives after a cancellation. So a cancelled task's redirect is not
/// answered, and a cancellation that comes after the answer waits for the next event, which follows at once.
final class SessionTask: Sendable {
    private struct State {
        var isCancelled = false
        var isAnsweringRedirect = false
    }

    private let task: URLSessionDataTask
    private let state = Lock(State())

    init(_ task: URLSessionDataTask) {
        self.task = task
    }

    func resume() {
        task.resume()
    }

    func cancel() {
        let mayCancel = state.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled && !state.isAnsweringRedirect
        }
        if mayCancel { task.cancel() }
    }

    /// Refuses a redirect, so that the redirecting response is delivered, unless the task is cancelled.
    func refuseRedirect(_ completionHandler: (URLRequest?) -> Void) {
        let mayAnswer = state.withLock { state in
            state.isAnsweringRedirect = !state.isCancelled
            return state.isAnsweringRedirect
        }
        if mayAnswer { completionHandler(nil) }
    }

    /// Catches up on a cancellation that had to wait.
    func noteEvent() {
        let mustCancel = state.withLock { state in
            defer { state.isAnsweringRedirect = false }
            return state.isAnsweringRedirect && state.isCancelled
        }
        if mustCancel { task.cancel() }
    }
}
