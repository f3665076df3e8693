extension MemoryStorage {
    /// What a memory storage did since it was made, and what it holds.
    public struct Statistics: Hashable, Sendable {
        /// Reads that found a value.
        public var hits = 0
        /// Reads that found none.
        public var misses = 0
        /// Values that came in.
        public var admitted = 0
        /// Values that had to go for others, for a lower limit, or for want of memory in the machine.
        public var evictions = 0
        /// Values held now, expired ones that were not swept yet included.
        public var count = 0
        /// The sum of their costs.
        public var cost = 0

        /// All zero.
        public init() {}

        /// The part of all reads that found a value, 0 to 1; nil before the first one.
        public var hitRatio: Double? {
            hits + misses > 0 ? Double(hits) / Double(hits + misses) : nil
        }

        static func + (one: Self, other: Self) -> Self {
            var sum = one
            sum.hits += other.hits
            sum.misses += other.misses
            sum.admitted += other.admitted
            sum.evictions += other.evictions
            sum.count += other.count
            sum.cost = one.cost.addingWithoutOverflow(other.cost)
            return sum
        }
    }
}
