import Foundation
import FoundationNetworking
import KingfisherCache
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherPipeline

@Suite("The KF builder", .timeLimit(.minutes(1)))
struct KFBuilderTests {
    private let pipeline: TestPipeline

    init() throws {
        pipeline = try TestPipeline()
    }

    @Test("What a builder has loaded, the option form finds in memory, and the other way round")
    func sameKeys() async throws {
        let url = try pipeline.serve()
        let processor = InvertingProcessor()
        let built = KF.url(url).appendProcessor(processor)
        #expect(try await built.image(with: pipeline.manager).cacheType == .none)
        for options in [[.processor(processor)], built.options] as [KingfisherOptionsInfo] {
            let result = try await pipeline.manager.retrieveImage(with: url, options: options)
            #expect(result.cacheType == .memory)
        }
        _ = try await pipeline.manager.retrieveImage(
            with: url, options: [.processor(processor |> processor), .scaleFactor(2)])
        for builder in [
            built.appendProcessor(processor), built.setProcessors([processor, processor]),
            built.setProcessor(processor |> processor),
        ] {
            #expect(try await builder.scaleFactor(2).image(with: pipeline.manager).cacheType == .memory)
        }
    }

    @Test("Builders made of one do not affect each other, and the later of two setters wins")
    func values() {
        let base = KF.url(URL(filePath: "/a.png")).cacheMemoryOnly()
        let first = base.forceRefresh().setProcessor(InvertingProcessor())
        let second = base.cacheMemoryOnly(false)
        let parsed = [base, first, second].map { KingfisherParsedOptionsInfo($0.options) }
        #expect(parsed.map(\.cacheMemoryOnly) == [true, true, false])
        #expect(parsed.map(\.forceRefresh) == [false, true, false])
        #expect(parsed.map(\.processor.isIdentity) == [true, false, true])
    }

    @Test("A failure is told once, after the attempts that the builder asks for")
    func retries() async throws {
        pipeline.server.route("/broken.png", .text("", status: 500))
        let errors = Notes<KingfisherError>()
        KF.url(pipeline.server.url("/broken.png"))
            .retry(maxCount: 2, interval: .seconds(0))
            .requestModifier { $0.setValue("1", forHTTPHeaderField: "X-Built") }
            .onSuccess { _ in Issue.record("a broken server gave an image") }
            .onFailure { errors.add($0) }
            .retrieve(with: pipeline.manager)
        await errors.wait()
        #expect(errors.all.map(\.errorCode) == [2002])
        #expect(pipeline.server.requests.map { $0.headers["X-Built"] } == ["1", "1", "1"])
    }

    @Test("A chain that begins with nothing fails with 5001; bytes and providers need no network")
    func sources() async throws {
        let codes = Notes<Int>()
        for builder in [
            KF.url(nil), KF.source(nil), KF.resource(nil), KF.dataProvider(nil),
            KF.data(nil, cacheKey: "none"),
        ] {
            builder.onFailure { codes.add($0.errorCode) }.retrieve(with: pipeline.manager)
        }
        #expect(codes.all == [5001, 5001, 5001, 5001, 5001])
        let bytes = KF.data(try Fixture.picture(), cacheKey: "bytes")
        let images = Notes<RetrieveImageResult>()
        bytes.onSuccess { images.add($0) }.retrieve(with: pipeline.manager)
        await images.wait()
        #expect(images.all.map(\.image.width) == [17])
        #expect(pipeline.server.requests.isEmpty)
    }
}
