public import Foundation
public import KingfisherCore
internal import Synchronization

extension MemoryStorage {
    /// Keeps values of one type in memory, up to a cost and a count, and lets the least recently used go first.
    ///
    /// Every method is safe on any thread and takes constant time unless it says otherwise; a store that evicts takes
    /// as long as it evicts values. Threads wait for each other for that time, which never includes releasing values.
    /// Sweeps of expired values and smaller limits hold up other threads while they walk through the table.
    public final class Backend<Value: CacheCostCalculable & Sendable>: Sendable {
        private let state: Lock<MemoryState>
        private let now: @Sendable () -> Date

        /// Makes an empty storage.
        /// - Parameters:
        ///   - config: Limits and lifetimes.
        ///   - now: The clock. A wall clock, because an expiration can be a date: when it is set back, values
        ///     live longer by as much.
        public init(config: Config, now: @escaping @Sendable () -> Date = { Date() }) {
            self.state = Lock(MemoryState(config: config))
            self.now = now
        }

        deinit {
            state.withLock { $0.sweeper.stop() }
        }

        /// Limits and lifetimes. Setting them enforces smaller limits at once, which takes as long as values have to
        /// go, and starts the sweep interval anew; values keep the lifetimes they were stored with.
        public var config: Config {
            get { state.withLock { $0.config } }
            set {
                let displaced = state.withLock { state in
                    state.config = newValue
                    state.sweeper.stop()
                    return state.evict()
                }
                release(displaced)
                startSweeping()
            }
        }

        /// Keeps a value in place of an older one.
        ///
        /// A value that has expired when it comes, or that costs more than the limit, is not kept; an older value
        /// of the key goes all the same, because it is no longer what the caller wants under that key.
        /// - Parameter expiration: `config.expiration` when nil.
        public func store(value: Value, forKey key: String, expiration: StorageExpiration? = nil) {
            let cost = max(value.cacheCost, 0)
            let box = Box(value)
            let instant = now().timeIntervalSinceReferenceDate
            let (displaced, isSwept) = state.withLock { state in
                let displaced = state.store(box, for: key, cost: cost, expiration: expiration, at: instant)
                return (displaced, state.sweeper.isRunning)
            }
            release(displaced)
            if !isSwept { startSweeping() }
        }

        /// The value of a key; nil when there is none or it has expired.
        /// - Parameter extendingExpiration: What reading does to the value's lifetime.
        public func value(
            forKey key: String, extendingExpiration: ExpirationExtending = .cacheTime
        ) -> Value? {
            let instant = now().timeIntervalSinceReferenceDate
            let (box, expired) = state.withLock { state in
                state.value(for: key, extending: extendingExpiration, at: instant)
            }
            if let expired { release([expired]) }
            guard let box else { return nil }
            // Safe: only `store` puts boxes into this state, and those are of this type.
            return unsafe unsafeDowncast(box, to: Box<Value>.self).value
        }

        /// Whether a key has a value that has not expired. Neither extends its life nor counts as a use.
        public func isCached(forKey key: String) -> Bool {
            let instant = now().timeIntervalSinceReferenceDate
            return state.withLock { $0.contains(key, at: instant) }
        }

        /// Lets go of a value; does nothing when there is none.
        public func remove(forKey key: String) {
            if let removed = state.withLock({ $0.remove(key) }) { release([removed]) }
        }

        /// Lets go of all values. Only this call takes as long as there are values: others find an empty table at once.
        public func removeAll() {
            release(state.withLock { $0.removeAll() })
        }

        /// Lets go of expired values. Looks at every value while other threads wait; runs by itself every
        /// `config.cleanInterval`.
        public func removeExpired() {
            let instant = now().timeIntervalSinceReferenceDate
            release(state.withLock { $0.removeExpired(at: instant) })
        }

        /// The sum of the costs of all values, expired ones that were not swept yet included.
        public func totalCacheCost() -> Int {
            state.withLock { $0.index.totalCost }
        }

        /// The number of values, expired ones that were not swept yet included.
        public var count: Int {
            state.withLock { $0.index.count }
        }

        private func startSweeping() {
            state.withLock { state in
                guard state.index.count > 0 else { return }
                state.sweeper.start(every: state.config.cleanInterval, on: MemoryState.sweeping) {
                    [weak self] in self?.sweep()
                }
            }
        }

        private func sweep() {
            removeExpired()
            state.withLock { state in
                if state.index.count == 0 { state.sweeper.stop() }
            }
        }

        /// Takes values that nobody needs, so that they end here, outside the lock: freeing a large image takes
        /// long enough to hold up other threads.
        private func release<Gone>(_ values: consuming Gone) {}
    }
}
