internal import Foundation
public import KingfisherCore

/// Checks that a `VariantStorage` removes what belongs together, and nothing else.
///
/// Give it a storage that is empty and that nobody else uses; it is emptied again at the end. The first broken promise
/// is thrown as a `TestKitFailure`.
public struct VariantStorageConformance: Sendable {
    private let storage: any VariantStorage

    /// Prepares the checks.
    public init(_ storage: any VariantStorage) {
        self.storage = storage
    }

    /// Runs them.
    /// - Throws: `TestKitFailure` with the first broken promise, or what the storage throws.
    public func run() async throws {
        let source = "http://example.com/a.png"
        let variants = ["", "resized", "resized|>blurred"].map {
            StorageKey(source, processorIdentifier: $0, fileExtension: "png")
        }
        // A key that another's begins with, and one that looks like a variant's.
        let others = [StorageKey(source + "2"), StorageKey(source + "@resized")]
        for key in variants + others {
            try await storage.store(StoredData(Data([1, 2, 3]), kind: .processed), for: key, expiration: nil)
        }
        let removed = try await storage.removeAll(variantsOf: source)
        try require(removed.count == 3, "it removed \(removed)")
        for key in variants { try require(await !storage.contains(key), "\(key.combined) is still there") }
        let again = try await storage.removeAll(variantsOf: source)
        try require(again.isEmpty, "it removed \(again) a second time")
        try await storage.removeAll()
    }

    private func require(_ isKept: Bool, _ failure: @autoclosure () -> String) throws {
        if !isKept { throw TestKitFailure("storage \(storage.id), variants: \(failure())") }
    }
}
