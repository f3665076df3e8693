import Foundation
import KingfisherDiskStorage

/// Opens a large cache and says how soon it is of use, when all is known, and what memory that takes.
struct Start {
    let config: DiskStorage.Config
    let entries: Int

    func run() throws {
        try fill()
        let before = residentBytes()
        let clock = ContinuousClock()
        let start = clock.now
        let storage = try DiskStorage.Backend<Data>(config: config)
        guard try storage.value(forKey: "0") != nil else { fatalError("the first entry is lost") }
        print("first hit after \(microseconds(clock.now - start)) µs")
        guard try storage.value(forKey: "none") == nil else { fatalError("found what is not there") }
        print("first miss after \(microseconds(clock.now - start)) µs")
        while !storage.isIndexed { Thread.sleep(forTimeInterval: 0.01) }
        print("all \(entries) known after \(microseconds(clock.now - start)) µs")
        print(
            "memory grew by \((residentBytes() - before) >> 20) MiB, at most \((peakBytes() - before) >> 20) MiB"
        )
    }

    private func fill() throws {
        guard !FileManager.default.fileExists(atPath: config.directory.path) else { return }
        let filling = try DiskStorage.Backend<Data>(config: config)
        for number in 0..<entries { try filling.store(value: Data(count: 100), forKey: "\(number)") }
        print("made \(entries) entries; run again for the figures")
        exit(0)
    }

    private func residentBytes() -> Int { status("VmRSS:") }

    private func peakBytes() -> Int { status("VmHWM:") }

    private func status(_ field: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(field) }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }.map {
            $0 << 10
        } ?? 0
    }
}
