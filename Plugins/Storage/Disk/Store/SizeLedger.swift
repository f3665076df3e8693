/// Keeps count of the bytes in a folder, so that a store need not measure it.
struct SizeLedger: Sendable {
    /// The bytes as far as this process knows; nil before they were measured.
    private var total: Int?
    private var storedSinceMeasuring = 0
    private var isMeasuring = false

    /// Notes a stored file.
    /// - Returns: Whether the folder has to be measured now: it never was, it is full, or so much was stored that
    ///   other processes, of which this one knows nothing, may have filled it as well. `measured` must follow.
    mutating func stored(_ size: Int, replacing old: Int, limit: Int) -> Bool {
        total = total.map { $0 + size - old }
        storedSinceMeasuring += size
        let isDue = total.map { $0 >= limit } ?? true
        guard !isMeasuring, isDue || storedSinceMeasuring >= limit / 8 else { return false }
        isMeasuring = true
        return true
    }

    /// Notes a removed file.
    mutating func removed(_ size: Int) {
        total = total.map { max($0 - size, 0) }
    }

    /// Notes what was measured; nil when that failed.
    mutating func measured(_ total: Int?) {
        self.total = total
        storedSinceMeasuring = 0
        isMeasuring = false
    }
}
