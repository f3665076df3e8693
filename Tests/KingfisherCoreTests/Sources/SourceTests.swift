import Foundation
import KingfisherCore
import Testing

@Suite("Sources and resources", .timeLimit(.minutes(1)))
struct SourceTests {
    private let page = URL(string: "http://127.0.0.1/a.png?x=1")!

    @Test("A URL is a resource keyed by itself")
    func url() {
        #expect(page.cacheKey == "http://127.0.0.1/a.png?x=1")
        #expect(page.downloadURL == page)
        #expect(ImageResource(downloadURL: page, cacheKey: "k").cacheKey == "k")
        #expect(ImageResource(downloadURL: page).cacheKey == page.cacheKey)
    }

    @Test("A resource on the network stays there and a file URL becomes a file")
    func convert() throws {
        guard case .network(let resource) = page.convertToSource(overrideCacheKey: "k") else {
            Issue.record("not a network source")
            return
        }
        #expect(resource.cacheKey == "k")
        let source = URL(filePath: "/tmp/a.png").convertToSource()
        guard case .provider(let provider) = source else {
            Issue.record("not a provider")
            return
        }
        #expect(provider is LocalFileImageDataProvider)
        #expect(source.url == URL(filePath: "/tmp/a.png"))
        #expect(source.description == "/tmp/a.png")
    }

    @Test("Sources are equal when kind, key and URL are")
    func equality() {
        #expect(page.convertToSource() == .network(page))
        #expect(Source.network(page) != .network(ImageResource(downloadURL: page, cacheKey: "other")))
        let raw = Source.provider(RawImageDataProvider(data: Data(), cacheKey: page.cacheKey))
        #expect(raw != .network(page))
        #expect(Set([Source.network(page), .network(page), raw]).count == 2)
        #expect(raw.description == page.cacheKey)
    }
}
