import Foundation
import Testing

/// A folder that lives as long as its test.
final class FolderForTest: Sendable {
    private let url = FileManager.default.temporaryDirectory.appending(path: "kf-tests-\(UUID().uuidString)")

    init() {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            Issue.record(error)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { "\(url.path(percentEncoded: false))/\(name)" }

    /// The names in the folder or one below it, hidden ones too, sorted.
    func contents(_ name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }

    /// The caches that `kf` made among the user's.
    func caches() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path("xdg"))) ?? []
    }
}
