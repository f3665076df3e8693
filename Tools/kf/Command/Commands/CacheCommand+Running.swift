import Foundation
import KingfisherDiskStorage

extension CacheCommand {
    /// Carries out one action.
    /// - Returns: The exit status.
    /// - Throws: `PluginError` when the cache cannot be read or changed.
    static func run(_ options: Options, console: Console) throws -> Int32 {
        let isDone = try perform(options, CacheShelf(folder: options.folder), console)
        return isDone && !console.isOutputLost ? 0 : 1
    }

    /// - Returns: Whether all is well; what is not has been said.
    private static func perform(_ options: Options, _ shelf: CacheShelf, _ console: Console) throws -> Bool {
        let report = CacheReport(console: console, printsJSON: options.printsJSON)
        switch options.action {
        case .path: report.path(shelf.path)
        case .list:
            report.list(
                try shelf.entries(console).sorted(by: options.order, reversed: options.isReversed))
        case .stats: report.statistics(CacheStatistics(try shelf.entries(console)), path: shelf.path)
        case .clean: report.removed(try shelf.clean())
        case .clear: report.removed(try shelf.clear())
        case .remove(let key):
            let count = try shelf.remove(key)
            guard count > 0 else {
                console.error(
                    "the cache has no entry '\(key)'; kf cache list shows the keys and file names")
                return false
            }
            report.removed(count)
        case .verify:
            let damaged = try shelf.damaged(console)
            report.verified(try shelf.entries(console), damaged: damaged)
            return damaged.isEmpty
        }
        return true
    }
}
