import Glibc

/// Time that this process works, on whatever threads; what else runs on the machine does not lengthen it.
package enum WorkTime {
    /// What work of a second may take where a sanitizer watches every access to memory.
    #if SANITIZE_THREAD || SANITIZE_ADDRESS
    package static let second = Duration.seconds(10)
    #else
    package static let second = Duration.seconds(1)
    #endif

    /// How long the process works while the body runs.
    package static func measure(_ body: () throws -> Void) rethrows -> Duration {
        let start = clock()
        try body()
        return .microseconds((clock() - start) * 1_000_000 / CLOCKS_PER_SEC)
    }
}
