import Foundation
import Kingfisher
import Synchronization

// Prints what one memory hit through KingfisherManager costs, with a URL as its key, in processor time, which other
// programs on the machine do not stretch: median of 7 rounds. Build it with Tools/release-build.

let folder = FileManager.default.temporaryDirectory.appending(path: "kingfisher-bench-\(getpid())")
defer { try? FileManager.default.removeItem(at: folder) }
let manager = try KingfisherManager(
    plugins: PluginRegistry.standardPlugins, name: "bench", cacheFolder: folder)

let pixels = try PixelCanvas(PixelLayout(width: 8, height: 8, channels: .rgb)).freeze()
let urls = (0..<1000).compactMap { URL(string: "https://example.org/pictures/\($0).jpg") }
for url in urls {
    manager.cache.memoryStorage.store(value: Image(pixels: pixels), forKey: url.cacheKey)
}

let rounds = 7
let calls = 200_000
let hits = Atomic(0)

/// The median cost of a call over the rounds, in nanoseconds of processor time.
func report(_ form: String, _ round: () async throws -> Void) async throws {
    hits.store(0, ordering: .relaxed)
    var costs: [Double] = []
    for _ in 0..<rounds {
        let start = clock()
        try await round()
        costs.append(Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e9 / Double(calls))
    }
    guard hits.load(ordering: .relaxed) == rounds * calls else {
        FileHandle.standardError.write(Data("memory-hit-bench: not every call was a memory hit\n".utf8))
        exit(1)
    }
    print("memory hit, \(form) form: \(Int(costs.sorted()[rounds / 2])) ns")
}

try await report("callback") {
    for call in 0..<calls {
        manager.retrieveImage(with: urls[call % urls.count]) { result in
            if case .success(let found) = result, found.cacheType == .memory {
                hits.add(1, ordering: .relaxed)
            }
        }
    }
}
try await report("async") {
    for call in 0..<calls {
        let found = try await manager.retrieveImage(with: urls[call % urls.count])
        if found.cacheType == .memory { hits.add(1, ordering: .relaxed) }
    }
}
