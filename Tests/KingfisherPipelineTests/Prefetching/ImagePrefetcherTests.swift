import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherPipeline

/// How many sources each list had.
private struct Counts: Equatable {
    var skipped = 0
    var failed = 0
    var completed = 0
}

@Suite("ImagePrefetcher", .timeLimit(.minutes(1)))
struct ImagePrefetcherTests {
    private let pipeline: TestPipeline
    private let ends = Notes<Counts>()

    init() throws {
        pipeline = try TestPipeline()
    }

    @Test("What is missing is loaded, what is cached is skipped, what cannot be loaded is told")
    func lists() async throws {
        let urls = try serve(6)
        _ = try await pipeline.manager.retrieveImage(with: urls[0])
        let missing = pipeline.server.url("/missing.png")
        let steps = Notes<Int>()
        let failed = Notes<[URL]>()
        let prefetcher = ImagePrefetcher(
            resources: urls + [missing], manager: pipeline.manager, options: [.waitForCache],
            progressBlock: { steps.add($0.count + $1.count + $2.count) },
            completionHandler: {
                failed.add($1.map(\.downloadURL))
                ends.add(Counts(skipped: $0.count, failed: $1.count, completed: $2.count))
            })
        prefetcher.start()
        await ends.wait()
        #expect(ends.all == [Counts(skipped: 1, failed: 1, completed: 5)])
        #expect(failed.all == [[missing]])
        #expect(steps.all == Array(1...7))
        for url in urls { #expect(pipeline.cache.isCached(forKey: url.absoluteString)) }
    }

    @Test("No more are under way than allowed; a stop counts the rest as failed; a start begins again")
    func stopAndStart() async throws {
        let gate = try Gate()
        let urls = try serve(8) { $0.held(by: gate) }
        let prefetcher = prefetcher(urls)
        prefetcher.maxConcurrentDownloads = 2
        prefetcher.start()
        prefetcher.start()
        try await pipeline.server.waitForRequests(2)
        prefetcher.stop()
        await ends.wait()
        #expect(ends.all == [Counts(failed: 8)])
        #expect(pipeline.server.requests.count == 2)
        gate.open()
        prefetcher.start()
        await ends.wait()
        #expect(ends.all.last == Counts(completed: 8))
    }

    @Test("A pause lets the sources under way end and begins no others; a stop ends a pause")
    func pause() async throws {
        let gate = try Gate()
        let urls = try serve(5) { $0.held(by: gate) }
        let prefetcher = prefetcher(urls)
        prefetcher.maxConcurrentDownloads = 2
        var progress = prefetcher.progress.makeAsyncIterator()
        prefetcher.start()
        try await pipeline.server.waitForRequests(2)
        prefetcher.pause()
        gate.open()
        while let now = await progress.next(), now.completed < 2 {}
        #expect(pipeline.server.requests.count == 2)
        prefetcher.start()
        await ends.wait()
        #expect(ends.all == [Counts(completed: 5)])

        prefetcher.start()
        prefetcher.pause()
        prefetcher.stop()
        await ends.wait()
        #expect(ends.all.count == 2)
    }

    @Test("Progress is a stream that ends with the run, for any number of readers")
    func progress() async throws {
        let prefetcher = prefetcher(try serve(20))
        let streams = [prefetcher.progress, prefetcher.progress]
        prefetcher.start()
        for stream in streams {
            var seen: [PrefetchProgress] = []
            for await progress in stream { seen.append(progress) }
            #expect(seen.map(\.finished) == seen.map(\.finished).sorted())
            #expect(seen.last?.completed == 20 && seen.last?.total == 20)
        }
    }

    @Test("To the disk only, nothing is left in memory; to memory only, nothing is stored")
    func targets() async throws {
        let urls = try serve(2)
        prefetcher([urls[0]], target: .disk).start()
        await ends.wait()
        #expect(pipeline.cache.imageCachedType(forKey: urls[0].absoluteString) == .disk)

        prefetcher(urls, target: .memory).start()
        await ends.wait()
        #expect(ends.all.last == Counts(skipped: 1, completed: 1))
        for url in urls { #expect(pipeline.cache.imageCachedType(forKey: url.absoluteString) == .memory) }
        pipeline.cache.clearMemoryCache()
        #expect(pipeline.cache.imageCachedType(forKey: urls[1].absoluteString) == .none)
        #expect(pipeline.server.requests.count == 2)
    }

    @Test("A prefetcher of nothing ends, and one of the same URL many times downloads once")
    func edges() async throws {
        prefetcher([]).start()
        await ends.wait()
        let url = try #require(try serve(1).first)
        prefetcher(Array(repeating: url, count: 30)).start()
        await ends.wait()
        #expect(ends.all.first == Counts())
        #expect(ends.all.last?.failed == 0)
        #expect(pipeline.server.requests.count == 1)
    }

    private func prefetcher(_ urls: [URL], target: PrefetchTarget = .caches) -> ImagePrefetcher {
        ImagePrefetcher(
            sources: urls.map { .network($0) }, manager: pipeline.manager, target: target,
            completionHandler: {
                ends.add(Counts(skipped: $0.count, failed: $1.count, completed: $2.count))
            })
    }

    private func serve(
        _ count: Int, _ change: (ScriptedResponse) -> ScriptedResponse = { $0 }
    ) throws -> [URL] {
        let response = change(.bytes(try Fixture.picture(), type: "image/png"))
        return try (0..<count).map { try pipeline.serve("/\($0).png", as: response) }
    }
}
