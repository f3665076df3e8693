import KingfisherCore
import Synchronization

/// Says what went wrong with the cache, each thing once: a cache that is broken fails for every source.
final class CacheWarnings: Sendable {
    private let console: Console
    private let said = Lock<Set<String>>([])

    init(_ console: Console) {
        self.console = console
    }

    func warn(_ errors: [KingfisherError]) {
        for error in errors {
            let text = Wording.command(error.description)
            if said.withLock({ $0.insert(text).inserted }) { console.note("kf: warning: \(text)") }
        }
    }
}
