internal import Dispatch
internal import KingfisherCore

/// The configuration of a memory storage, and the timers that follow it.
struct Sweeps {
    /// Where the sweeps of all memory storages run.
    static let queue = DispatchQueue(label: "kingfisher.memory-sweep", qos: .utility)

    var config: MemoryStorage.Config
    var sweeper = Sweeper()
    var pressureChecker = Sweeper()

    init(config: MemoryStorage.Config) {
        self.config = config
    }

    mutating func stop() {
        sweeper.stop()
        pressureChecker.stop()
    }
}
