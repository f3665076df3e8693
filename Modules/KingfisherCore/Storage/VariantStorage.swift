/// A storage that knows which of its values were made of one source.
public protocol VariantStorage: DataStorage {
    /// Removes the original of a source and whatever processors made of it.
    /// - Parameter cacheKey: The key without a processor.
    /// - Returns: The names of the removed entries, as the storage calls them.
    /// - Throws: `PluginError` when nothing could be removed because of it.
    func removeAll(variantsOf cacheKey: String) async throws -> [String]
}
