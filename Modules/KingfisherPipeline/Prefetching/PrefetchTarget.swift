import KingfisherCore

/// Where a prefetcher brings images.
public enum PrefetchTarget: Sendable {
    /// Wherever its options say: memory and the tiers behind it, unless they say otherwise.
    case caches
    /// Memory only; what is in another tier is brought there.
    case memory
    /// The tiers behind memory only; each image counts as loaded once it is stored. What is in memory counts as cached.
    case disk

    var items: KingfisherOptionsInfo {
        switch self {
        case .caches: []
        case .memory: [.cacheMemoryOnly, .alsoPrefetchToMemory]
        case .disk: [.memoryCacheExpiration(.expired), .waitForCache]
        }
    }
}
