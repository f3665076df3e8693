internal import Dispatch
internal import KingfisherCore

/// The configuration of a memory storage, and the timer that follows it.
struct Sweeps {
    /// Where the sweeps of all memory storages run.
    static let queue = DispatchQueue(label: "kingfisher.memory-sweep", qos: .utility)

    var config: MemoryStorage.Config
    var sweeper = Sweeper()

    init(config: MemoryStorage.Config) {
        self.config = config
    }
}
