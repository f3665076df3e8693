import Foundation
import KingfisherCore
import Testing

@Suite("Data providers that read text", .timeLimit(.minutes(1)))
struct TextImageDataProviderTests {
    private func base64(_ text: String) async throws -> Data {
        try await Base64ImageDataProvider(base64String: text, cacheKey: "key-7").data()
    }

    private func dataURL(_ url: String) async throws -> Data {
        try await DataURLImageDataProvider(url: url).data()
    }

    @Test("Base64 is decoded, with white space in it")
    func base64Text() async throws {
        #expect(try await base64("S2luZ2Zpc2hlcg==") == Data("Kingfisher".utf8))
        #expect(try await base64(" S2lu\r\nZ2Zp\tc2hlcg==\n") == Data("Kingfisher".utf8))
        #expect(try await base64("") == Data())
    }

    @Test(
        "What is not base64 is an error that names the key",
        arguments: [
            "%%%", "abc", "this is not base64 at all!", "S2luZ2Zpc2hlcg==x", "data:image/png;base64,S2lu",
            "é",
        ])
    func notBase64(text: String) async {
        let error = await #expect(throws: PluginError.self) { try await base64(text) }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("key-7") == true)
    }

    @Test(
        "A data URL is decoded by RFC 2397",
        arguments: [
            ("data:,A%20brief%20note", "A brief note"), ("data:text/plain;charset=utf-8,a+b", "a+b"),
            ("data:;base64,S2luZ2Zpc2hlcg==", "Kingfisher"),
            ("DATA:image/png;BASE64,S2luZ2Zpc2hlcg==", "Kingfisher"),
            ("data:image/png;base64,S2luZ2Zpc2hlcg%3D%3D", "Kingfisher"),
            ("data:;base64,S2lu Z2Zp\nc2hlcg", "Kingfisher"),
            ("data:,", ""), ("data:;base64,", ""), ("data:,a,b", "a,b"),
        ])
    func valid(url: String, text: String) async throws {
        #expect(try await dataURL(url) == Data(text.utf8))
    }

    @Test("Percent escapes stand for any byte, not only for those of valid text")
    func binary() async throws {
        let url = "data:image/png,%89PNG%0D%0a%1A%0A%00%FF"
        #expect(try await dataURL(url) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0xFF]))
    }

    @Test(
        "A broken data URL is an error that says what is wrong",
        arguments: [
            ("data:image/png;base64", "comma"), ("http://127.0.0.1/,a", "data:"), ("", "data:"),
            ("data:,%", "percent"), ("data:,%4", "percent"), ("data:,%G0", "percent"),
            ("data:,100%", "percent"),
            ("data:;base64,!!!!", "base64"), ("data:;base64,A", "base64"),
        ])
    func broken(url: String, reason: String) async {
        let error = await #expect(throws: PluginError.self) { try await dataURL(url) }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains(reason) == true)
    }

    @Test("Accents that would join a comma or a space in text change nothing")
    func bytes() async throws {
        #expect(try await dataURL("data:,\u{301}a") == Data("\u{301}a".utf8))
        await #expect(throws: PluginError.self) { try await base64("S2lu \u{301}") }
    }

    @Test("The message shows only the start of a long URL")
    func longURL() async {
        let url = "data:;base64," + String(repeating: "!", count: 1_000_000)
        let error = await #expect(throws: PluginError.self) { try await dataURL(url) }
        #expect((error?.message.count ?? .max) < 200)
    }

    @Test("The key is the URL unless one is given")
    func key() {
        #expect(DataURLImageDataProvider(url: "data:,a").cacheKey == "data:,a")
        #expect(DataURLImageDataProvider(url: "data:,a", cacheKey: "k").cacheKey == "k")
    }
}
