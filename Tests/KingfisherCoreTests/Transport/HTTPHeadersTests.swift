import Foundation
import KingfisherCore
import Testing

@Suite("HTTP header fields", .timeLimit(.minutes(1)))
struct HTTPHeadersTests {
    @Test("Fields are found without regard to case and keep the case they came in")
    func caseInsensitive() {
        let headers: HTTPHeaders = ["Content-Type": "image/png"]
        #expect(headers["content-type"] == "image/png")
        #expect(headers["CONTENT-TYPE"] == "image/png")
        #expect(headers.fields.first?.name == "Content-Type")
        #expect(headers["Content-Typ"] == nil)
    }

    @Test("Fields of one name are joined by a comma, in order")
    func joined() {
        var headers = HTTPHeaders()
        headers.add(name: "Accept", value: "image/avif")
        headers.add(name: "X-Other", value: "1")
        headers.add(name: "accept", value: "image/webp")
        #expect(headers["Accept"] == "image/avif, image/webp")
        #expect(headers.fields.count == 3)
    }

    @Test("Setting replaces every field of the name, and nil removes them")
    func setting() {
        var headers = HTTPHeaders([
            .init(name: "A", value: "1"), .init(name: "B", value: "2"), .init(name: "a", value: "3"),
        ])
        headers["a"] = "4"
        #expect(headers.fields.map(\.value) == ["2", "4"])
        headers["A"] = nil
        #expect(headers.fields.map(\.name) == ["B"])
    }

    @Test("A response tells its validators, and none where it has none")
    func validators() throws {
        let url = try #require(URL(string: "http://127.0.0.1/a"))
        let bare = TransportResponse(url: url, statusCode: 200)
        #expect(bare.validators == nil)
        let tagged = TransportResponse(url: url, statusCode: 200, headers: ["etag": "\"x\""])
        #expect(tagged.validators == HTTPValidators(entityTag: "\"x\""))
    }
}
