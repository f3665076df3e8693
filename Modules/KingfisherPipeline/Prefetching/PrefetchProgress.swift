import KingfisherCore

/// How far a prefetcher is.
public struct PrefetchProgress: Sendable, Equatable {
    /// Sources in all.
    public let total: Int
    /// Sources that were cached already.
    public internal(set) var skipped = 0
    /// Sources that could not be loaded, and those that were not because the prefetcher was stopped.
    public internal(set) var failed = 0
    /// Sources loaded now.
    public internal(set) var completed = 0

    /// Sources that are done with, in whichever way.
    public var finished: Int { skipped + failed + completed }
}

/// What became of the sources of a run so far, each list in the order in which they ended.
struct PrefetchTally: Sendable {
    enum Outcome: Sendable {
        case skipped
        case failed
        case completed
    }

    private(set) var skipped: [Source] = []
    private(set) var failed: [Source] = []
    private(set) var completed: [Source] = []
    private(set) var progress: PrefetchProgress

    init(total: Int) {
        progress = PrefetchProgress(total: total)
    }

    mutating func add(_ source: Source, _ outcome: Outcome) {
        switch outcome {
        case .skipped:
            skipped.append(source)
            progress.skipped += 1
        case .failed:
            failed.append(source)
            progress.failed += 1
        case .completed:
            completed.append(source)
            progress.completed += 1
        }
    }
}
