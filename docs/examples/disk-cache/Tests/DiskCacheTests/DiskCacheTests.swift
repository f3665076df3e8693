import Foundation
import KingfisherTestKit
import Testing

@Suite("The disk storage alone", .timeLimit(.minutes(2)))
struct DiskCacheTests {
    /// The program, built beside the tests.
    private func program() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("disk-cache")
            .path
    }

    @Test("What one process keeps, the next one has, under any key")
    func keeps() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("disk-cache-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = "/etc/services"
        let key = "../ a key of any kind: 100 %"
        let put = try await ChildProgram.run(
            "sh", ["-c", "\"$0\" \"$1\" put \"$2\" < \(file)", try program(), folder.path, key])
        #expect(put.exitCode == 0, "\(put.errorText)")
        let got = try await ChildProgram.run("env", [try program(), folder.path, "get", key])
        #expect(got.exitCode == 0)
        #expect(try got.output == Data(contentsOf: URL(fileURLWithPath: file)))
        let list = try await ChildProgram.run("env", [try program(), folder.path, "list"])
        #expect(String(decoding: list.output, as: UTF8.self).hasSuffix(" \(key)\n"))
        #expect(
            try await ChildProgram.run("env", [try program(), folder.path, "get", "another"]).exitCode == 1)
    }

    @Test("It links no library of images, networks or windows")
    func links() async throws {
        let libraries = String(
            decoding: try await ChildProgram.run("ldd", [try program()]).output, as: UTF8.self)
        #expect(libraries.contains("libFoundation"))
        for library in [
            "libpng", "libjpeg", "libwebp", "libheif", "libgif", "liblcms2", "libcurl",
            "libFoundationNetworking",
            "libFoundationXML", "libgtk",
        ] {
            #expect(!libraries.contains(library), "\(libraries)")
        }
    }
}
