internal import Foundation
internal import FoundationNetworking
internal import KingfisherCore
internal import Synchronization

/// Hands what the session reports on to the transfer that it belongs to.
///
/// Only the completion-handler forms are implemented: Foundation on Linux never calls the `async` ones.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private typealias Entry = (transfer: Transfer, task: SessionTask)

    private let entries = Lock<[Int: Entry]>([:])

    /// Sends a task's events to the transfer until the task completes.
    func adopt(_ dataTask: URLSessionDataTask, for transfer: Transfer) -> SessionTask {
        let task = SessionTask(dataTask)
        entries.withLock { $0[dataTask.taskIdentifier] = (transfer, task) }
        return task
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let entry = entry(of: dataTask) {
            entry.task.noteEvent()
            entry.transfer.didReceive(response)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        entry(of: dataTask)?.transfer.didReceive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        entry(of: task)?.task.refuseRedirect(completionHandler)
    }

    /// A challenge comes after the whole 401 response was delivered, and no answer to it lets the task succeed.
    /// So the response counts as complete here, and the refused task's own completion is late and ignored.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        entry(of: task)?.transfer.didComplete(response: task.response, error: nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let entry = entries.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        entry?.transfer.didComplete(response: task.response, error: error)
    }

    private func entry(of task: URLSessionTask) -> Entry? {
        entries.withLock { $0[task.taskIdentifier] }
    }
}
