public import Foundation
public import KingfisherCore

/// Something that happened in a cache that no caller may have been waiting for.
public enum ImageCacheEvent: Sendable {
    /// Cleaning removed what had expired, or exceeded a size limit; the names are those the tiers give.
    case cleanedDisk(fileNames: [String])
    /// A tier could not store an image. The load that wanted it stored succeeds all the same.
    case storeFailed(key: String, error: KingfisherError)
    /// A stored value was damaged, and removed; the image is fetched again.
    case removedDamaged(key: String)
}

extension Notification.Name {
    /// Cleaning removed files from a cache's tiers. The object is the cache; posted on whichever thread the cleaning ended.
    public static let KingfisherDidCleanDiskCache = Notification.Name(
        "com.onevcat.Kingfisher.KingfisherDidCleanDiskCache")
}

/// The key of the removed files' names, an array of strings, in the notification's `userInfo`.
public let KingfisherDiskCacheCleanedHashKey = "com.onevcat.Kingfisher.cleanedHash"
