import Foundation
import KingfisherColor
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ColorPluginTests {
    @Test("The plugin sets the registry's colour converter, once")
    func registers() throws {
        var registry = try PluginRegistry([ColorPlugin()])
        #expect(registry.codecs.colorConverter is LCMSColorConverter)
        let error = #expect(throws: PluginError.self) {
            try registry.register(colorConverter: LCMSColorConverter())
        }
        #expect(error?.code == .duplicateRegistration)
    }

    @Test("A program with only this plugin links lcms2 and no other library of images or networks")
    func links() async throws {
        // Beside the tests, whose program this is.
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(filePath: tests).deletingLastPathComponent().appending(path: "color-bench").path
        let outcome = try await ChildProgram.run("ldd", [program])
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(text.contains("liblcms2"))
        for library in [
            "libpng", "libjpeg", "libwebp", "libheif", "libgif", "libcurl", "libFoundationNetworking",
        ] {
            #expect(!text.contains(library), "\(text)")
        }
    }
}
