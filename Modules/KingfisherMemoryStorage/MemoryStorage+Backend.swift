public import Foundation
public import KingfisherCore
internal import Synchronization

extension MemoryStorage {
    /// Keeps values of one type in memory, up to a cost and a count.
    ///
    /// Every method is safe on any thread and takes constant time on average unless it says otherwise; a store that
    /// evicts takes as long as it evicts values. Threads that want the same part of the storage wait for each other for
    /// that time, which never includes releasing values. Sweeps of expired values and smaller limits hold up other
    /// threads while they walk through a part.
    ///
    /// A value that had to go while somebody still holds it is found again, where its type is `WeaklyFindable`.
    public final class Backend<Value: CacheCostCalculable & Sendable>: Sendable {
        let shards: Shards
        private let sweeps: Lock<Sweeps>
        private let isSwept = Atomic(false)
        private let gauge: PressureGauge
        private let now: (@Sendable () -> Date)?

        /// Makes an empty storage.
        /// - Parameters:
        ///   - config: Limits and lifetimes.
        ///   - now: The clock; unless given, the system's, which reads take by steps of some milliseconds. A wall clock,
        ///     because an expiration can be a date: when it is set back, values live longer by as much.
        public convenience init(config: Config = Config(), now: (@Sendable () -> Date)? = nil) {
            self.init(config: config, root: "/", now: now)
        }

        /// - Parameter root: Where `proc` and `sys` are.
        init(config: Config, root: String, now: (@Sendable () -> Date)? = nil) {
            self.gauge = PressureGauge(root: root)
            self.shards = Shards(config)
            self.sweeps = Lock(Sweeps(config: config))
            self.now = now
        }

        deinit {
            sweeps.withLock { $0.stop() }
        }

        /// Limits, policy and lifetimes. Setting them enforces smaller limits at once, which takes as long as values
        /// have to go, and starts the sweep interval anew; values keep the lifetimes they were stored with. Another
        /// policy, or much more or less room, holds up all threads while the values are put in their new places.
        public var config: Config {
            get { sweeps.withLock { $0.config } }
            set {
                let departed = sweeps.withLock { sweeps in
                    let departed = shards.apply(newValue, insteadOf: sweeps.config)
                    sweeps.config = newValue
                    sweeps.stop()
                    return departed
                }
                letGo(departed)
                startSweeping()
            }
        }

        /// Keeps a value in place of an older one.
        ///
        /// A value that has expired when it comes, that costs more than the limit, or that the policy refuses is not
        /// kept; an older value of the key goes all the same, because it is no longer what the caller wants there.
        /// - Parameter expiration: `config.expiration` when nil.
        public func store(value: Value, forKey key: String, expiration: StorageExpiration? = nil) {
            let cost = max(value.cacheCost, 0)
            let box = Box(value)
            // Exact, so that the order of stores is known.
            let instant = (now?() ?? Date()).timeIntervalSinceReferenceDate
            let hash = key.hashValue
            let departed = shards.withState(of: hash) { state in
                state.store(box, for: key, hash: hash, cost: cost, expiration: expiration, at: instant)
            }
            letGo(departed)
            // After the value is in, so that a sweep that ends meanwhile has either seen it, or is seen here.
            if !isSwept.load(ordering: .sequentiallyConsistent) { startSweeping() }
        }

        /// The value of a key; nil when there is none or it has expired.
        /// - Parameter extendingExpiration: What reading does to the value's lifetime.
        public func value(
            forKey key: String, extendingExpiration: ExpirationExtending = .cacheTime
        ) -> Value? {
            let instant = instant
            let hash = key.hashValue
            let finding = shards.withState(of: hash) { state in
                state.value(for: key, hash: hash, extending: extendingExpiration, at: instant)
            }
            switch finding {
            case .found(let box): return Self.unboxed(box)
            case .evicted(let entry): return takeBack(entry, extending: extendingExpiration, at: instant)
            case .expired, .missing: return nil
            }
        }

        /// Whether a key has a value that has not expired. Neither extends its life nor counts as a use, and does not
        /// look for values that had to go.
        public func isCached(forKey key: String) -> Bool {
            let instant = instant
            let hash = key.hashValue
            return shards.withState(of: hash) { $0.contains(key, hash: hash, at: instant) }
        }

        /// Lets go of a value; does nothing when there is none.
        public func remove(forKey key: String) {
            let hash = key.hashValue
            _ = shards.withState(of: hash) { $0.remove(key, hash: hash) }
        }

        /// Lets go of all values. Only this call takes as long as there are values: others find an empty table at once.
        public func removeAll() {
            let config = config
            // The tables end here, when no lock is held.
            _ = shards.map { parts, state in
                state.removeAll(policy: config.makePolicy(parts: parts))
            }
        }

        /// Lets go of expired values. Looks at every value while other threads wait; runs by itself every
        /// `config.cleanInterval`.
        public func removeExpired() {
            let instant = instant
            _ = shards.map { _, state in state.removeExpired(at: instant) }
        }

        /// The sum of the costs of all values, expired ones that were not swept yet included.
        public func totalCacheCost() -> Int { shards.sum { $0.index.totalCost } }

        /// The number of values, expired ones that were not swept yet included.
        public var count: Int { shards.sum { $0.index.count } }

        private var instant: Instant { now?().timeIntervalSinceReferenceDate ?? Instant.now }

        static func unboxed(_ box: MemoryState.Value) -> Value {
            // Safe: only this type puts boxes into its states, and those are of this type.
            unsafe unsafeDowncast(box, to: Box<Value>.self).value
        }

        private func startSweeping() {
            sweeps.withLock { sweeps in
                guard count > 0 else { return }
                sweeps.sweeper.start(every: sweeps.config.cleanInterval, on: Sweeps.queue) {
                    [weak self] in self?.sweep()
                }
                let interval = sweeps.config.pressureResponse.checkInterval
                sweeps.pressureChecker.start(every: interval, on: Sweeps.queue) {
                    [weak self] in self?.checkPressure()
                }
                // Without an interval too: there is nothing to start until another configuration.
                isSwept.store(true, ordering: .sequentiallyConsistent)
            }
        }

        private func sweep() {
            removeExpired()
            stopWhenEmpty()
        }

        private func checkPressure() {
            if let pressure = gauge.check() { respond(to: pressure) }
            stopWhenEmpty()
        }

        private func stopWhenEmpty() {
            sweeps.withLock { sweeps in
                isSwept.store(false, ordering: .sequentiallyConsistent)
                if count == 0 {
                    sweeps.stop()
                } else {
                    isSwept.store(true, ordering: .sequentiallyConsistent)
                }
            }
        }
    }
}
