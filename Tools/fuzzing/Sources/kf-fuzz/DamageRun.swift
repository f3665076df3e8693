import Foundation

/// Every truncation of some files and a number of single changed bytes: few enough to say that all of them were tried.
struct DamageRun {
    /// No damaged file may take longer.
    private static let longest = Duration.seconds(1)

    let target: FuzzTarget
    let changes: Int

    private struct Slowest {
        var time = Duration.zero
        var what = ""
    }

    /// Prints a line a file.
    /// - Returns: Whether every damaged file was answered in time.
    func run(_ files: [URL]) throws -> Bool {
        var inTime = true
        for file in files {
            let slowest = run(try Data(contentsOf: file))
            let size = try Data(contentsOf: file).count
            print(
                "\(file.lastPathComponent): \(size) truncations, \(changes) changed bytes,"
                    + " slowest \(slowest.time) (\(slowest.what))")
            if slowest.time > Self.longest { inTime = false }
        }
        return inTime
    }

    private func run(_ data: Data) -> Slowest {
        var slowest = Slowest()
        for length in 0..<data.count {
            measure(data.prefix(length), "the first \(length) bytes", &slowest)
        }
        // The same changes in every run.
        var state = UInt64(data.count)
        func random(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<changes where !data.isEmpty {
            var damaged = data
            let (index, mask) = (random(below: data.count), UInt8(1 + random(below: 255)))
            damaged[damaged.startIndex + index] ^= mask
            measure(damaged, "byte \(index) changed by \(mask)", &slowest)
        }
        return slowest
    }

    private func measure(_ data: Data, _ what: String, _ slowest: inout Slowest) {
        let time = ContinuousClock().measure { target.run(data) }
        if time > slowest.time { slowest = Slowest(time: time, what: what) }
    }
}
