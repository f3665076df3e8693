internal import Foundation
internal import KingfisherCore

/// What is known of a transfer, and what follows from each event. It does nothing itself: see `Effects`.
struct TransferState {
    /// What the owner has to do once the lock is released.
    struct Effects {
        /// Resumes whoever waited.
        var answer: (@Sendable () -> Void)?
        /// Whether the transfer has just ended.
        var ended = false
        /// Whether the session's task must be told.
        var cancelsTask = false
    }

    private let url: URL
    private let limits: TransferLimits
    private var isStarted = false
    private var head: TransportResponse?
    private var headWaiter: CheckedContinuation<TransportResponse, any Error>?
    private var reader: CheckedContinuation<Data?, any Error>?
    private var waiting: [Data] = []
    private var receivedBytes = 0
    private var lastProgress: Duration
    private var outcome: Result<Void, any Error>?

    init(url: URL, limits: TransferLimits, now: Duration) {
        self.url = url
        self.limits = limits
        lastProgress = now
    }

    var isOver: Bool { outcome != nil }

    /// Notes the start; false where the transfer is over before it began.
    mutating func start(now: Duration) -> Bool {
        lastProgress = now
        isStarted = true
        return !isOver
    }

    mutating func awaitHead(_ waiter: CheckedContinuation<TransportResponse, any Error>) -> Effects {
        if let head { return Effects(answer: { waiter.resume(returning: head) }) }
        if case .failure(let error) = outcome { return Effects(answer: { waiter.resume(throwing: error) }) }
        headWaiter = waiter
        return Effects()
    }

    /// Takes everything that waits as one chunk.
    mutating func read(_ reader: CheckedContinuation<Data?, any Error>) -> Effects {
        precondition(self.reader == nil, "a body has one reader")
        if case .failure(let error) = outcome { return Effects(answer: { reader.resume(throwing: error) }) }
        if !waiting.isEmpty {
            let chunk = waiting.dropFirst().reduce(into: waiting[0]) { $0.append($1) }
            waiting = []
            return Effects(answer: { reader.resume(returning: chunk) })
        }
        if isOver { return Effects(answer: { reader.resume(returning: nil) }) }
        self.reader = reader
        return Effects()
    }

    mutating func receive(_ response: TransportResponse, now: Duration) -> Effects {
        guard !isOver, head == nil else { return Effects() }
        lastProgress = now
        head = response
        let waiter = headWaiter
        headWaiter = nil
        var effects = Effects()
        if (response.expectedBodyBytes ?? 0) > limits.maximumBodyBytes {
            effects = end(.failure(TransferError.bodyTooLarge(url, limit: limits.maximumBodyBytes)))
        }
        effects.answer = { waiter?.resume(returning: response) }
        return effects
    }

    mutating func receive(_ data: Data, now: Duration) -> Effects {
        guard !isOver, !data.isEmpty else { return Effects() }
        lastProgress = now
        receivedBytes += data.count
        guard receivedBytes <= limits.maximumBodyBytes else {
            return end(.failure(TransferError.bodyTooLarge(url, limit: limits.maximumBodyBytes)))
        }
        if let reader {
            self.reader = nil
            return Effects(answer: { reader.resume(returning: data) })
        }
        waiting.append(data)
        return Effects()
    }

    /// What the session reports last. A body counts as whole only where nothing speaks against it.
    mutating func complete(_ error: SessionFailure?) -> Effects {
        let failure: PluginError?
        switch (head, error) {
        case (nil, nil): failure = TransferError.invalidResponse(url, "the answer has no HTTP head")
        case (nil, let error?): failure = TransferError.noResponse(url, cause: error)
        case (let head?, let error?):
            failure = TransferError.truncatedBody(
                url, received: receivedBytes, expected: head.expectedBodyBytes, cause: error)
        case (let head?, nil):
            let expected = head.expectedBodyBytes
            failure =
                (expected ?? receivedBytes) == receivedBytes
                ? nil : TransferError.truncatedBody(url, received: receivedBytes, expected: expected)
        }
        var effects = end(failure.map { .failure($0) } ?? .success(()))
        effects.cancelsTask = false
        return effects
    }

    /// Ends the transfer where a limit has passed, or says how long none can.
    mutating func checkTime(_ now: Duration) -> (remaining: Duration?, effects: Effects) {
        if isOver { return (nil, Effects()) }
        if let deadline = limits.deadline, let total = limits.totalTimeout, now >= deadline {
            return (nil, end(.failure(TransferError.totalTimeout(url, after: total))))
        }
        let idleEnd = (isStarted ? lastProgress : now) + limits.idleTimeout
        if now >= idleEnd {
            return (nil, end(.failure(TransferError.idleTimeout(url, after: limits.idleTimeout))))
        }
        return (min(idleEnd, limits.deadline ?? idleEnd) - now, Effects())
    }

    /// Ends the transfer, unless it is over. After a failure nothing more is delivered.
    mutating func end(_ outcome: Result<Void, any Error>) -> Effects {
        guard !isOver else { return Effects() }
        self.outcome = outcome
        let (headWaiter, reader) = (headWaiter, reader)
        (self.headWaiter, self.reader) = (nil, nil)
        switch outcome {
        case .success:
            return Effects(answer: { reader?.resume(returning: nil) }, ended: true)
        case .failure(let error):
            waiting = []
            return Effects(
                answer: {
                    headWaiter?.resume(throwing: error)
                    reader?.resume(throwing: error)
                }, ended: true, cancelsTask: true)
        }
    }
}
