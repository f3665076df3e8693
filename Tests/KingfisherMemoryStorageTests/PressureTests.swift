import Foundation
import KingfisherCore
import Testing

@testable import KingfisherMemoryStorage

@Suite("Want of memory", .timeLimit(.minutes(1)))
final class PressureTests {
    /// A folder with the files of the kernel that count, as it writes them.
    private let root = FileManager.default.temporaryDirectory.appending(path: "pressure-\(UUID())")
    private let start = ContinuousClock.now

    init() throws {
        try write("0::/app/worker\n", to: "proc/self/cgroup")
        try writeStalls(some: 1_000_000, all: 500_000)
        try write("max\n", to: "sys/fs/cgroup/app/worker/memory.max")
        try writeEvents()
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func write(_ text: String, to path: String) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func writeStalls(some: Int, all: Int, to path: String = "proc/pressure/memory") throws {
        try write(
            """
            some avg10=0.00 avg60=0.03 avg300=0.01 total=\(some)
            full avg10=0.00 avg60=0.03 avg300=0.01 total=\(all)

            """, to: path)
    }

    private func writeEvents(max: Int = 3, oom: Int = 0, high: Int = 0) throws {
        try write(
            "low 0\nhigh \(high)\nmax \(max)\noom \(oom)\noom_kill 0\n",
            to: "sys/fs/cgroup/app/worker/memory.events")
    }

    private func gauge() -> PressureGauge {
        let gauge = PressureGauge(root: root.path())
        #expect(gauge.check(at: start) == nil)
        #expect(gauge.check(at: start + .seconds(5)) == nil)
        return gauge
    }

    @Test("A tenth of the time stalled is a warning; a tenth in which all programs are is critical")
    func stalls() throws {
        let gauge = gauge()
        try writeStalls(some: 1_400_000, all: 500_000)
        #expect(gauge.check(at: start + .seconds(10)) == nil)
        try writeStalls(some: 2_000_000, all: 900_000)
        #expect(gauge.check(at: start + .seconds(15)) == .warning)
        #expect(gauge.check(at: start + .seconds(20)) == nil)
        try writeStalls(some: 3_000_000, all: 1_500_000)
        #expect(gauge.check(at: start + .seconds(25)) == .critical)
    }

    @Test("The stalls of the control group count rather than the machine's")
    func groupStalls() throws {
        let path = "sys/fs/cgroup/app/worker/memory.pressure"
        try writeStalls(some: 0, all: 0, to: path)
        let gauge = gauge()
        try writeStalls(some: 9_000_000, all: 9_000_000)
        #expect(gauge.check(at: start + .seconds(10)) == nil)
        try writeStalls(some: 900_000, all: 0, to: path)
        #expect(gauge.check(at: start + .seconds(15)) == .warning)
    }

    @Test("A control group at its limit is a warning; one without memory to take back is critical")
    func events() throws {
        let gauge = gauge()
        try writeEvents(max: 4)
        #expect(gauge.check(at: start + .seconds(10)) == .warning)
        try writeEvents(max: 4, high: 1)
        #expect(gauge.check(at: start + .seconds(15)) == .warning)
        try writeEvents(max: 5, oom: 1, high: 1)
        #expect(gauge.check(at: start + .seconds(20)) == .critical)
        #expect(gauge.check(at: start + .seconds(25)) == nil)
    }

    @Test("Control groups of version 1 count their failures")
    func versionOne() throws {
        try write("4:cpu,memory:/box\n0::/\n", to: "proc/self/cgroup")
        try write("7\n", to: "sys/fs/cgroup/memory/box/memory.failcnt")
        let gauge = gauge()
        try write("8\n", to: "sys/fs/cgroup/memory/box/memory.failcnt")
        #expect(gauge.check(at: start + .seconds(10)) == .warning)
    }

    @Test("Where the kernel tells nothing, or not what is expected, there is no want")
    func nothingKnown() throws {
        try FileManager.default.removeItem(at: root)
        _ = gauge()
        try write("0::/app/worker\n:::\nnonsense", to: "proc/self/cgroup")
        try write("some\nfull total=many\n\n", to: "proc/pressure/memory")
        try write("max\nmax x\n", to: "sys/fs/cgroup/app/worker/memory.events")
        _ = gauge()
    }

    @Test("The least limit of a process's control groups counts, and the machine's memory where it is less")
    func usableMemory() throws {
        #expect(MachineMemory(root: root.path(), physical: 1000).usable == 1000)
        try write("400\n", to: "sys/fs/cgroup/app/memory.max")
        #expect(MachineMemory(root: root.path(), physical: 1000).usable == 400)
        try write("300\n", to: "sys/fs/cgroup/app/worker/memory.max")
        #expect(MachineMemory(root: root.path(), physical: 1000).usable == 300)
        #expect(MachineMemory(root: root.path(), physical: 100).usable == 100)
        try write("2:memory:/box\n", to: "proc/self/cgroup")
        try write("200\n", to: "sys/fs/cgroup/memory/memory.limit_in_bytes")
        #expect(MachineMemory(root: root.path(), physical: 1000).usable == 200)
        #expect(MemoryStorage.defaultCostLimit > 0)
    }

    @Test("A warning leaves half, a critical want nothing, unless configured otherwise")
    func responds() {
        func storage(_ response: MemoryStorage.PressureResponse) -> MemoryStorage.Backend<Thing> {
            let storage = MemoryStorage.Backend<Thing>(
                config: .init(totalCostLimit: 100, pressureResponse: response))
            for name in 0..<100 { storage.store(value: Thing("\(name)"), forKey: "\(name)") }
            return storage
        }
        let standard = storage(.standard)
        standard.respond(to: .warning)
        #expect(standard.count == 50)
        standard.respond(to: .critical)
        #expect(standard.count == 0)
        let clearing = storage(.clearAll)
        clearing.respond(to: .warning)
        #expect(clearing.count == 0)
        let deaf = storage(.none)
        deaf.respond(to: .critical)
        #expect(deaf.count == 100)
    }

    @Test("The storage looks by itself while it has values")
    func looksByItself() async throws {
        let config = MemoryStorage.Config(
            totalCostLimit: 100, cleanInterval: 0,
            pressureResponse: .init(partLeftOnWarning: 0, partLeftWhenCritical: 0, checkInterval: 0.002))
        let storage = MemoryStorage.Backend<Witness>(config: config, root: root.path())
        try await confirmation { ended in
            try await withCheckedThrowingContinuation { continuation in
                storage.store(value: Witness { continuation.resume() }, forKey: "a")
                // More each time: which of the readings is the first is not known.
                do {
                    var count = 4
                    while storage.count > 0, ContinuousClock.now < start + .seconds(50) {
                        try writeEvents(max: count)
                        count += 1
                    }
                } catch {
                    Issue.record(error)
                }
            }
            ended()
        }
        #expect(storage.count == 0)
    }
}
