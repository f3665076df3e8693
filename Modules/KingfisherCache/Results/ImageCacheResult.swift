public import KingfisherCore

/// What a cache answered when it was asked for an image.
public enum ImageCacheResult: Sendable {
    /// The image was on disk. It is in memory now.
    case disk(Image)
    /// The image was in memory.
    case memory(Image)
    /// The image was in another tier, named by its id. It is in memory now, and goes into the tiers before that one.
    case tier(String, Image)
    /// There is no such image.
    case none

    /// The image, where there was one.
    public var image: Image? {
        switch self {
        case .disk(let image), .memory(let image), .tier(_, let image): image
        case .none: nil
        }
    }

    /// Where it was.
    public var cacheType: CacheType {
        switch self {
        case .disk: .disk
        case .memory: .memory
        case .tier(let id, _): .tier(id)
        case .none: .none
        }
    }

    init(_ image: Image, from type: CacheType) {
        switch type {
        case .none: self = .none
        case .memory: self = .memory(image)
        case .disk: self = .disk(image)
        case .tier(let id): self = .tier(id, image)
        }
    }
}
