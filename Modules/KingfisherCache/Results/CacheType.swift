/// Where an image was found.
public enum CacheType: Hashable, Sendable, CustomStringConvertible {
    /// In no cache.
    case none
    /// In memory.
    case memory
    /// On this machine's disk.
    case disk
    /// In another tier, named by its id.
    case tier(String)

    /// The type of a hit in a tier.
    /// - Parameter tierID: The id of the storage; `disk` gives `.disk`.
    public init(tierID: String) {
        self = tierID == "disk" ? .disk : .tier(tierID)
    }

    /// Whether the image was in a cache at all.
    public var cached: Bool { self != .none }

    /// The name for logs and machine-readable output: `none`, `memory`, `disk`, or the id of the tier.
    public var description: String {
        switch self {
        case .none: "none"
        case .memory: "memory"
        case .disk: "disk"
        case .tier(let id): id
        }
    }
}
