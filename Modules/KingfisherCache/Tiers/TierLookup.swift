package import KingfisherCore

/// A value that a tier had.
package struct TierHit: Sendable {
    /// What it lies under.
    package let key: StorageKey
    /// The value.
    package let stored: StoredData
    /// The tier.
    package let type: CacheType
    let tierIndex: Int
}

/// What went wrong while tiers were asked.
package struct TierNotes: Sendable {
    /// Tiers that could not be asked, and values that no image could be made of although they are whole: the image
    /// may be there all the same.
    package internal(set) var failures: [KingfisherError] = []
    /// Values that were damaged, and have been removed.
    package internal(set) var discarded: [KingfisherError] = []

    /// Nothing so far.
    package init() {}

    /// All of it.
    package var errors: [KingfisherError] { failures + discarded }
}
