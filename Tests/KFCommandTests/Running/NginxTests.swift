import Foundation
import KingfisherTestKit
import TestNginx
import Testing

/// `kf` against a server that people use.
@Suite(
    .enabled(if: ChildProgram.path(of: "nginx") != nil, "skipped: nginx is not installed"),
    .timeLimit(.minutes(2)))
struct NginxTests {
    private let folder = FolderForTest()
    private var kf: KF { KF(folder: folder) }

    private func photo() throws -> [String: Data] {
        let photo = Picture.package.appending(path: "Samples/dunes-gray.jpg")
        return ["photo.jpg": try Data(contentsOf: photo)]
    }

    @Test func theSecondRunMakesNoRequest() async throws {
        try await Nginx.run(files: photo()) { nginx in
            let url = try nginx.url("/photo.jpg").absoluteString
            for expected in ["none", "disk"] {
                let outcome = try await kf("get", url, "--resize", "400x300", "--json")
                let line = try outcome.line()
                #expect(line.cacheType == expected)
                #expect((line.width, line.height) == (400, 267))
            }
            #expect(try await nginx.log(1).map(\.target) == ["/photo.jpg"])
        }
    }

    @Test func http2IsSpokenWithoutTLSWhereItIsAskedFor() async throws {
        try await Nginx.run(files: photo()) { nginx in
            let url = try nginx.http2URL("/photo.jpg").absoluteString
            #expect(try await kf("get", url, "--http2", "--no-cache").exitCode == 0)
            #expect(try await nginx.log(1).map(\.version) == ["HTTP/2.0"])
        }
    }
}
