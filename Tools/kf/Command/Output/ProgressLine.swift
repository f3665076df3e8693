/// How far a command with many sources is, in one line of a terminal.
struct ProgressLine: Equatable {
    /// Goes to the line's start and erases it (ECMA-48).
    static let erasure = "\r\u{1B}[K"

    private let total: Int
    private var done = 0
    private var failed = 0
    private var latest = ""

    init(total: Int) { self.total = total }

    /// The line for a command, if one is wanted: several things to do, a terminal to show it on, nobody who asked for
    /// quiet.
    init?(total: Int, isQuiet: Bool, isTerminal: Bool) {
        guard total > 1, !isQuiet, isTerminal else { return nil }
        self.init(total: total)
    }

    mutating func advance(_ source: String, failed: Bool) {
        done += 1
        if failed { self.failed += 1 }
        latest = source
    }

    /// The line, shorter than the terminal is wide, so that it never wraps.
    func text(columns: Int) -> String {
        let failures = failed > 0 ? ", \(failed) failed" : ""
        let head = "\(done) of \(total)\(failures)  "
        let room = columns - 1 - head.count
        guard room > 0 else { return String(head.prefix(max(columns - 1, 0))) }
        // The end of a URL tells more than its beginning.
        return head + (latest.count > room ? "…" + latest.suffix(room - 1) : latest)
    }
}
