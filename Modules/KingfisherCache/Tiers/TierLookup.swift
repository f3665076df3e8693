package import KingfisherCore

/// What asking the tiers for one key gave.
package struct TierLookup: Sendable {
    /// An image that a tier had.
    package struct Hit: Sendable {
        /// The image, processed as the options ask.
        package let image: Image
        /// The bytes it was made of.
        package let stored: StoredData
        /// The tier.
        package let type: CacheType
    }

    /// The first image found.
    package internal(set) var hit: Hit?
    /// Tiers that could not be asked: the image may be there all the same.
    package internal(set) var failures: [KingfisherError] = []
    /// Values from which no image could be made; those that are damaged have been removed.
    package internal(set) var discarded: [KingfisherError] = []

    /// All that went wrong on the way to the hit or the miss.
    package var errors: [KingfisherError] { failures + discarded }
}
