import Foundation
import Kingfisher
import Synchronization

// Prints what one memory hit through KingfisherManager costs: the callback form with a URL as its key, as a view
// calls it, median of 7 rounds. Build it with Tools/release-build.

let folder = FileManager.default.temporaryDirectory.appending(path: "kingfisher-bench-\(getpid())")
defer { try? FileManager.default.removeItem(at: folder) }
let manager = try KingfisherManager(
    plugins: PluginRegistry.standardPlugins, name: "bench", cacheFolder: folder)

let pixels = try PixelCanvas(PixelLayout(width: 8, height: 8, channels: .rgb)).freeze()
let urls = (0..<1000).compactMap { URL(string: "https://example.org/pictures/\($0).jpg") }
for url in urls {
    manager.cache.memoryStorage.store(value: Image(pixels: pixels), forKey: url.cacheKey)
}

let hits = Atomic(0)
let rounds = 7
let calls = 200_000
let nanoseconds = (0..<rounds).map { _ in
    let time = ContinuousClock().measure {
        for call in 0..<calls {
            manager.retrieveImage(with: urls[call % urls.count]) { result in
                if case .success(let found) = result, found.cacheType == .memory {
                    hits.add(1, ordering: .relaxed)
                }
            }
        }
    }
    return time / .nanoseconds(1) / Double(calls)
}.sorted()

guard hits.load(ordering: .relaxed) == rounds * calls else {
    FileHandle.standardError.write(Data("memory-hit-bench: not every call was a memory hit\n".utf8))
    exit(1)
}
print("memory hit through KingfisherManager: \(Int(nanoseconds[rounds / 2])) ns, no task, no hop")
