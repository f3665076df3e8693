import Foundation
import KingfisherDiskStorage

extension CacheCommand {
    /// Carries out one action.
    /// - Returns: The exit status.
    static func run(_ options: Options, console: Console) -> Int32 {
        do {
            let shelf = try CacheShelf(folder: options.folder)
            let isDone = try perform(options, shelf, console)
            return isDone && !console.isOutputLost ? 0 : 1
        } catch {
            console.error(Failure(error).message)
            return 1
        }
    }

    /// - Returns: Whether all is well; what is not has been said.
    private static func perform(_ options: Options, _ shelf: CacheShelf, _ console: Console) throws -> Bool {
        let report = CacheReport(console: console, printsJSON: options.printsJSON)
        switch options.action {
        case .path: report.path(shelf.path)
        case .list: report.list(try shelf.entries())
        case .stats: report.statistics(try shelf.entries(), path: shelf.path)
        case .clean: report.removed(try shelf.clean(), "expired")
        case .clear: report.removed(try shelf.clear(), "all")
        case .remove(let key):
            let count = try shelf.remove(key)
            guard count > 0 else {
                console.error(
                    "the cache has no entry '\(key)'; kf cache list shows the keys and file names")
                return false
            }
            report.removed(count, nil)
        case .verify:
            let damaged = try shelf.damaged()
            report.verified(count: try shelf.entryCount(), damaged: damaged)
            return damaged.isEmpty
        }
        return true
    }
}
