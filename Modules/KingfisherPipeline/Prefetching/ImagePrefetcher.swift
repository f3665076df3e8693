import KingfisherCache
public import KingfisherCore
import Synchronization

/// The sources done with so far, each list complete from the start of the run.
public typealias PrefetcherSourceProgressBlock =
    @Sendable (
        _ skippedSources: [Source], _ failedSources: [Source], _ completedSources: [Source]
    ) -> Void

/// What became of all sources.
public typealias PrefetcherSourceCompletionHandler = PrefetcherSourceProgressBlock

/// Loads images into caches before they are needed.
///
/// Downloads are less urgent than those of other loads unless the options set a priority. A load that wants the same
/// image meanwhile shares the work. Safe to use from any thread; kept alive by its own work.
public final class ImagePrefetcher: Sendable {
    private struct State {
        var run: PrefetchRun?
        var limit = 5
        var progress: PrefetchProgress
        var watchers: [AsyncStream<PrefetchProgress>.Continuation] = []
    }

    private let sources: [Source]
    private let manager: KingfisherManager
    private let items: KingfisherOptionsInfo
    private let callbackQueue: CallbackQueue
    private let progressBlock: PrefetcherSourceProgressBlock?
    private let completionHandler: PrefetcherSourceCompletionHandler?
    private let state: Lock<State>

    /// Makes a prefetcher; `start()` starts it.
    /// - Parameters:
    ///   - sources: What to load, in order.
    ///   - manager: Loads them.
    ///   - options: Options behind the manager's `defaultOptions`.
    ///   - target: Where images are brought.
    ///   - progressBlock: Told after each source, on the options' callback queue.
    ///   - completionHandler: Told at the end of each run, once, on the options' callback queue.
    public init(
        sources: [Source], manager: KingfisherManager, options: KingfisherOptionsInfo? = nil,
        target: PrefetchTarget = .caches, progressBlock: PrefetcherSourceProgressBlock? = nil,
        completionHandler: PrefetcherSourceCompletionHandler? = nil
    ) {
        self.sources = sources
        self.manager = manager
        self.items = [.downloadPriority(0.25)] + (options ?? []) + target.items
        self.callbackQueue = manager.parsedOptions(items).callbackQueue
        self.progressBlock = progressBlock
        self.completionHandler = completionHandler
        self.state = Lock(State(progress: PrefetchProgress(total: sources.count)))
    }

    /// How many sources are loaded at the same time, at least 1; 5 unless set.
    public var maxConcurrentDownloads: Int {
        get { state.withLock { $0.limit } }
        set { state.withLock { $0.limit = max(1, newValue) } }
    }

    /// Starts, goes on after a pause, or starts again from the first source: what is cached by then is skipped.
    public func start() {
        state.withLock { state in
            if let run = state.run, !run.isStopped {
                run.resume()
            } else {
                state.progress = PrefetchProgress(total: sources.count)
                state.run = PrefetchRun(after: state.run) { await self.perform($0) }
            }
        }
    }

    /// Begins no further sources until `start()`; those under way go on.
    public func pause() {
        state.withLock { $0.run?.pause() }
    }

    /// Cancels the run: the sources under way and those not begun count as failed.
    public func stop() {
        state.withLock { $0.run?.stop() }
    }

    /// How far the prefetcher is, now and after each source, until the end of the run under way, or else of the next.
    ///
    /// For any number of readers; a slow one sees the latest.
    public var progress: AsyncStream<PrefetchProgress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PrefetchProgress.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            continuation.yield(state.progress)
            state.watchers.append(continuation)
        }
        return stream
    }

    private func perform(_ run: PrefetchRun) async {
        var tally = PrefetchTally(total: sources.count)
        var rest = sources[...]
        await withTaskGroup(of: (Source, PrefetchTally.Outcome).self) { group in
            var active = 0
            while true {
                while active < maxConcurrentDownloads, !run.isPaused, !Task.isCancelled,
                    let source = rest.popFirst()
                {
                    group.addTask { (source, await self.outcome(of: source)) }
                    active += 1
                }
                if let (source, outcome) = await group.next() {
                    active -= 1
                    tally.add(source, outcome)
                    report(tally)
                } else if rest.isEmpty || Task.isCancelled {
                    break
                } else {
                    await run.waitWhilePaused()
                }
            }
        }
        for source in rest { tally.add(source, .failed) }
        finish(tally, run)
    }

    private func outcome(of source: Source) async -> PrefetchTally.Outcome {
        do {
            let options = manager.parsedOptions(items)
            let cached = await manager.cachedType(of: source, options: options)
            if cached.cached, !options.forceRefresh, !options.alsoPrefetchToMemory || cached == .memory {
                return .skipped
            }
            let result = try await manager.retrieveImage(with: source, options: items)
            return result.cacheType.cached ? .skipped : .completed
        } catch {
            return .failed
        }
    }

    private func report(_ tally: PrefetchTally) {
        let watchers = state.withLock { state in
            state.progress = tally.progress
            return state.watchers
        }
        for watcher in watchers { watcher.yield(tally.progress) }
        guard let progressBlock else { return }
        callbackQueue.execute { progressBlock(tally.skipped, tally.failed, tally.completed) }
    }

    private func finish(_ tally: PrefetchTally, _ run: PrefetchRun) {
        let watchers = state.withLock { state in
            // A run started since has its own progress and readers to come.
            if state.run === run {
                state.run = nil
                state.progress = tally.progress
            }
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers {
            watcher.yield(tally.progress)
            watcher.finish()
        }
        guard let completionHandler else { return }
        callbackQueue.execute { completionHandler(tally.skipped, tally.failed, tally.completed) }
    }
}
