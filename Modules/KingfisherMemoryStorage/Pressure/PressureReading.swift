internal import Foundation

/// The kernel's figures on want of memory at one moment. All of them only grow.
///
/// Read as the kernel's documentation describes `Documentation/accounting/psi.rst` and `memory.events` in
/// `Documentation/admin-guide/cgroup-v2.rst`; a file that is not there counts as zeros.
struct PressureReading: Equatable, Sendable {
    /// Microseconds in which at least one program waited for memory.
    var someStalled = 0
    /// Microseconds in which all of them did.
    var allStalled = 0
    /// How often control groups reached their limits.
    var limitHits = 0
    /// How often the kernel found no memory to take back in a control group.
    var outOfMemory = 0

    init() {}

    /// Reads the figures of a process's control groups and, where they tell no stalls, of the machine.
    init(groups: [ControlGroup], root: String) {
        var stalls: String?
        for group in groups where group.isUnified {
            // The innermost group that tells knows best what this process waits for.
            stalls = stalls ?? ControlGroup.text(at: "\(group.path)/memory.pressure")
        }
        let root = root.hasSuffix("/") ? root : root + "/"
        addStalls(stalls ?? ControlGroup.text(at: "\(root)proc/pressure/memory") ?? "")
        for group in groups {
            if group.isUnified {
                addEvents(ControlGroup.text(at: "\(group.path)/memory.events") ?? "")
            } else {
                let count = ControlGroup.text(at: "\(group.path)/memory.failcnt") ?? ""
                limitHits += Int(count.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
            }
        }
    }

    /// What became of the figures since another reading.
    /// - Parameters:
    ///   - earlier: The other reading.
    ///   - elapsed: Seconds between the two.
    func pressure(since earlier: PressureReading, elapsed: Double) -> MemoryPressure? {
        let stalledPart = 0.1 * elapsed * 1e6
        if outOfMemory > earlier.outOfMemory || Double(allStalled - earlier.allStalled) > stalledPart {
            return .critical
        }
        if limitHits > earlier.limitHits || Double(someStalled - earlier.someStalled) > stalledPart {
            return .warning
        }
        return nil
    }

    /// Takes lines such as `some avg10=0.00 avg60=0.00 avg300=0.00 total=1234`.
    private mutating func addStalls(_ text: String) {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let total = fields.last, total.hasPrefix("total="), let time = Int(total.dropFirst(6))
            else {
                continue
            }
            switch fields[0] {
            case "some": someStalled += time
            case "full": allStalled += time
            default: break
            }
        }
    }

    /// Takes lines such as `max 12`.
    private mutating func addEvents(_ text: String) {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count == 2, let count = Int(fields[1]) else { continue }
            switch fields[0] {
            case "high", "max": limitHits += count
            case "oom": outOfMemory += count
            default: break
            }
        }
    }
}
