internal import Dispatch
internal import FoundationNetworking
internal import Synchronization

/// Suspends and resumes a task as its reader falls behind and catches up.
///
/// Suspending waits for the session's own queue, so it happens on a queue of its own. Each adjustment looks at what is
/// wanted by then: a suspension that comes late cannot follow the resumption that overtook it.
final class TransferFlow: Sendable {
    private let queue = DispatchQueue(label: "kingfisher.urlsession.flow")
    private let isSuspended = Mutex(false)

    func adjust(_ task: URLSessionDataTask, to shouldBeSuspended: @escaping @Sendable () -> Bool) {
        queue.async { [self] in
            let wanted = shouldBeSuspended()
            let isChange = isSuspended.withLock { isSuspended in
                defer { isSuspended = wanted }
                return isSuspended != wanted
            }
            guard isChange else { return }
            if wanted { task.suspend() } else { task.resume() }
        }
    }
}
