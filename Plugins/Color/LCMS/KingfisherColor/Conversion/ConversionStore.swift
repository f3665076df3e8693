internal import KingfisherCore
internal import Synchronization

/// The conversions used last: to make one takes longer than to convert a small picture.
final class ConversionStore: Sendable {
    private typealias Entry = (recipe: Recipe, conversion: any RowConversion)

    /// Each holds its profiles and tables, together a few megabytes at most.
    private static let capacity = 8

    /// The one used last is at the end.
    private let entries = Lock<[Entry]>([])

    /// A conversion that is there, or a new one; two threads may make the same one at once.
    /// - Throws: `PluginError` for a profile that cannot be used.
    func conversion(_ recipe: Recipe) throws(PluginError) -> any RowConversion {
        if let found = take(recipe) { return found }
        let made = try recipe.make()
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeFirst() }
            entries.append((recipe, made))
        }
        return made
    }

    private func take(_ recipe: Recipe) -> (any RowConversion)? {
        entries.withLock { entries in
            guard let index = entries.lastIndex(where: { $0.recipe == recipe }) else { return nil }
            entries.append(entries.remove(at: index))
            return entries.last?.conversion
        }
    }
}
