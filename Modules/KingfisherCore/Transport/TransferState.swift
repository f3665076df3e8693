package import Foundation

/// What is known of a transfer, and what follows from each event. It does nothing itself: see `Effects`.
package struct TransferState {
    /// What the owner has to do once the lock is released.
    package struct Effects {
        /// Resumes whoever waited.
        package var answer: (@Sendable () -> Void)?
        /// Whether the transfer has just ended.
        package var ended = false
        /// Whether the source of the bytes must be told to stop.
        package var cancelsSource = false
        /// Whether a source that was held back may go on.
        package var resumesSource = false

        package init(
            answer: (@Sendable () -> Void)? = nil, ended: Bool = false, cancelsSource: Bool = false,
            resumesSource: Bool = false
        ) {
            self.answer = answer
            self.ended = ended
            self.cancelsSource = cancelsSource
            self.resumesSource = resumesSource
        }

        /// Adds what follows from a later event, for a source that reports several at once.
        package mutating func add(_ later: Effects) {
            if let first = answer, let second = later.answer {
                answer = {
                    first()
                    second()
                }
            } else {
                answer = answer ?? later.answer
            }
            ended = ended || later.ended
            cancelsSource = cancelsSource || later.cancelsSource
            resumesSource = resumesSource || later.resumesSource
        }
    }

    private let url: URL
    private let limits: TransferLimits
    private let failure: TransportFailure
    private let bufferLimit: Int
    private var isStarted = false
    private var isHeldBack = false
    private var headWaiter: CheckedContinuation<TransportResponse, any Error>?
    private var reader: CheckedContinuation<Data?, any Error>?
    private var waiting = Data()
    private var lastProgress: Duration
    private var outcome: Result<Void, any Error>?
    /// The head, once it is there.
    package private(set) var head: TransportResponse?
    /// How long the body is so far.
    package private(set) var receivedBytes = 0

    /// - Parameter bufferLimit: How many bytes may wait for the reader before the source is held back.
    package init(
        url: URL, limits: TransferLimits, failure: TransportFailure, now: Duration,
        bufferLimit: Int = .max
    ) {
        self.url = url
        self.limits = limits
        self.failure = failure
        self.bufferLimit = bufferLimit
        lastProgress = now
    }

    package var isOver: Bool { outcome != nil }

    /// Bytes that wait for the reader.
    package var waitingBytes: Int { waiting.count }

    /// Notes the start; false where the transfer is over before it began.
    package mutating func start(now: Duration) -> Bool {
        lastProgress = now
        isStarted = true
        return !isOver
    }

    package mutating func awaitHead(
        _ waiter: CheckedContinuation<TransportResponse, any Error>
    ) -> Effects {
        if let head { return Effects(answer: { waiter.resume(returning: head) }) }
        if case .failure(let error) = outcome { return Effects(answer: { waiter.resume(throwing: error) }) }
        headWaiter = waiter
        return Effects()
    }

    /// What a reader can have at once: everything that waits, as one chunk, or the end, or the failure.
    package mutating func take(now: Duration) -> (ready: Result<Data?, any Error>?, effects: Effects) {
        if case .failure(let error) = outcome { return (.failure(error), Effects()) }
        if !waiting.isEmpty {
            let chunk = waiting
            waiting = Data()
            return (.success(chunk), release(now: now))
        }
        return (isOver ? .success(nil) : nil, Effects())
    }

    /// Answers a reader, now or when there is something.
    package mutating func read(
        _ reader: CheckedContinuation<Data?, any Error>, now: Duration
    ) -> Effects {
        precondition(self.reader == nil, "a body has one reader")
        var (ready, effects) = take(now: now)
        if let ready {
            effects.answer = { reader.resume(with: ready) }
        } else {
            self.reader = reader
        }
        return effects
    }

    /// Notes that the source has stopped because too much waits; it may go on at once where that has changed.
    package mutating func holdBack(now: Duration) -> Effects {
        isHeldBack = true
        return waiting.count < bufferLimit ? release(now: now) : Effects()
    }

    package mutating func receive(_ response: TransportResponse, now: Duration) -> Effects {
        guard !isOver, head == nil else { return Effects() }
        lastProgress = now
        head = response
        let waiter = headWaiter
        headWaiter = nil
        var effects = Effects()
        if (response.expectedBodyBytes ?? 0) > limits.maximumBodyBytes {
            effects = end(.failure(failure.bodyTooLarge(url, limit: limits.maximumBodyBytes)))
        }
        effects.answer = { waiter?.resume(returning: response) }
        return effects
    }

    package mutating func receive(_ data: Data, now: Duration) -> Effects {
        guard !isOver, !data.isEmpty else { return Effects() }
        lastProgress = now
        receivedBytes += data.count
        guard receivedBytes <= limits.maximumBodyBytes else {
            return end(.failure(failure.bodyTooLarge(url, limit: limits.maximumBodyBytes)))
        }
        if let reader {
            self.reader = nil
            return Effects(answer: { reader.resume(returning: data) })
        }
        if waiting.isEmpty { waiting = data } else { waiting.append(data) }
        return Effects()
    }

    /// Notes a sign of life that is neither head nor body.
    package mutating func noteProgress(now: Duration) {
        lastProgress = now
    }

    /// What the source reports last. A body counts as whole only where nothing speaks against it.
    package mutating func complete(_ reported: PluginError?) -> Effects {
        var reported = reported
        if reported == nil, let head, (head.expectedBodyBytes ?? receivedBytes) != receivedBytes {
            reported = failure.truncatedBody(url, received: receivedBytes, expected: head.expectedBodyBytes)
        } else if reported == nil, head == nil {
            reported = failure.closedWithoutAnswer(url)
        }
        var effects = end(reported.map { .failure($0) } ?? .success(()))
        effects.cancelsSource = false
        return effects
    }

    /// Ends the transfer where a limit has passed, or says how long none can.
    ///
    /// Neither waiting for a turn nor being held back is silence of the server's.
    package mutating func checkTime(_ now: Duration) -> (remaining: Duration?, effects: Effects) {
        if isOver { return (nil, Effects()) }
        if let deadline = limits.deadline, let total = limits.totalTimeout, now >= deadline {
            return (nil, end(.failure(failure.totalTimeout(url, after: total))))
        }
        let idleEnd = (isStarted && !isHeldBack ? lastProgress : now) + limits.idleTimeout
        if now >= idleEnd {
            return (nil, end(.failure(failure.idleTimeout(url, after: limits.idleTimeout))))
        }
        return (min(idleEnd, limits.deadline ?? idleEnd) - now, Effects())
    }

    /// Ends the transfer, unless it is over. After a failure nothing more is delivered.
    package mutating func end(_ outcome: Result<Void, any Error>) -> Effects {
        guard !isOver else { return Effects() }
        self.outcome = outcome
        let (headWaiter, reader) = (headWaiter, reader)
        (self.headWaiter, self.reader) = (nil, nil)
        switch outcome {
        case .success:
            return Effects(answer: { reader?.resume(returning: nil) }, ended: true)
        case .failure(let error):
            waiting = Data()
            return Effects(
                answer: {
                    headWaiter?.resume(throwing: error)
                    reader?.resume(throwing: error)
                }, ended: true, cancelsSource: true)
        }
    }

    private mutating func release(now: Duration) -> Effects {
        guard isHeldBack else { return Effects() }
        isHeldBack = false
        lastProgress = now
        return Effects(resumesSource: !isOver)
    }
}
