internal import Foundation
internal import FoundationNetworking
internal import KingfisherCore
internal import Synchronization

/// Hands what the session reports on to the transfer that it belongs to.
///
/// Only the completion-handler forms are implemented: Foundation on Linux never calls the `async` ones.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let transfers = Mutex<[Int: Transfer]>([:])

    func add(_ transfer: Transfer, for task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        transfer(of: dataTask)?.didReceive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.didReceive(data)
    }

    /// Refuses, so that the redirecting response itself is delivered and `Redirect` decides.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// A challenge comes after the whole 401 response was delivered, and no answer to it lets the task complete.
    /// So the response counts as complete here, and the cancelled task's own completion is late and ignored.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        transfer(of: task)?.didComplete(response: task.response, error: nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        transfer?.didComplete(response: task.response, error: error)
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }
}
