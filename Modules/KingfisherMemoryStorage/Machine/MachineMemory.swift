internal import Foundation

/// How much memory the machine has for this process.
struct MachineMemory {
    /// The control groups that this process is in, the innermost first.
    let groups: [ControlGroup]
    private let physical: Int

    /// Looks at this process.
    /// - Parameters:
    ///   - root: Where `proc` and `sys` are.
    ///   - physical: Bytes the machine has.
    init(
        root: String = "/", physical: Int = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    ) {
        self.physical = physical
        groups = ControlGroup.ofThisProcess(root: root)
    }

    /// Bytes this process may use: the machine's, or the least limit of its control groups.
    var usable: Int {
        groups.compactMap(\.memoryLimit).reduce(physical, min)
    }
}
