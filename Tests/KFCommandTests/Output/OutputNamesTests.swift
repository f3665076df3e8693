import KingfisherCore
import Testing

@testable import KFCommand

@Suite(.timeLimit(.minutes(1)))
struct OutputNamesTests {
    private func names(_ sources: [String], all format: ImageFormat? = nil, as results: [ImageFormat])
        -> [String?]
    {
        let names = OutputNames(sources: sources, format: format)
        return zip(sources, results).map { names.name(for: $0, format: $1) }
    }

    @Test(arguments: [
        ("http://h/photo.jpg", "photo.jpg"),
        ("http://h/photo.JPG?size=3#top", "photo.JPG"),
        ("http://h/a%20b.jpeg", "a b.jpeg"),
        ("http://h/a%2Fb.jpg", "a_b.jpg"),
        ("http://h/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "_.._etc_passwd.jpg"),
        ("http://h/..", "image.jpg"),
        ("http://h/", "image.jpg"),
        ("http://h", "image.jpg"),
        ("http://h/photo.png/", "photo.jpg"),
        ("http://h/image.php", "image.php.jpg"),
        ("http://h/.hidden.jpg", "hidden.jpg"),
        ("http://h/a%00b%0Ac.jpg", "a_b_c.jpg"),
        ("http://h/%FF.jpg", "%FF.jpg"),
        ("/tmp/../x/photo.png", "photo.jpg"),
        ("photo", "photo.jpg"),
        ("-", "stdin.jpg"),
        ("data:image/png;base64,AAAA", "data.jpg"),
    ])
    func aNameIsSafeAndFitsTheFormat(source: String, name: String) {
        #expect(names([source], as: [.jpeg]) == [name])
    }

    @Test func aNameFitsAFileSystem() throws {
        let long = String(repeating: "ü", count: 400)
        let name = try #require(names(["http://h/\(long).jpg"], as: [.jpeg])[0])
        #expect(name.utf8.count <= 200)
        #expect(name.hasSuffix("ü.jpg"))
    }

    @Test func differentSourcesGetDifferentFiles() {
        let sources = ["http://a/p.jpg", "http://b/p.jpg", "http://c/P.jpg", "http://d/p-2.jpg"]
        #expect(
            names(sources, as: [.jpeg, .jpeg, .jpeg, .jpeg]) == ["p.jpg", "p-3.jpg", "P-4.jpg", "p-2.jpg"])
    }

    @Test func equalSourcesShareAFile() {
        #expect(names(["http://a/p.jpg", "http://a/p.jpg"], as: [.jpeg, .jpeg]) == ["p.jpg", "p.jpg"])
    }

    @Test func extensionsAloneTellFilesApart() {
        #expect(names(["p.png", "p.jpg"], as: [.png, .jpeg]) == ["p.png", "p.jpg"])
    }

    @Test func aSourceThatIsNotWhatItsNameSaysTakesNobodysFile() {
        #expect(names(["p.png", "p.jpg"], as: [.jpeg, .jpeg]) == ["p-1.jpg", "p.jpg"])
        #expect(Set(names(["p.png", "p.gif", "p"], as: [.jpeg, .jpeg, .jpeg])).count == 3)
    }

    @Test func oneFormatForAllIsCountedWithIt() {
        #expect(names(["p.png", "p.gif"], all: .jpeg, as: [.jpeg, .jpeg]) == ["p.jpg", "p-2.jpg"])
        #expect(names(["p.jpeg", "p.jpg"], all: .jpeg, as: [.jpeg, .jpeg]) == ["p.jpeg", "p.jpg"])
    }
}
