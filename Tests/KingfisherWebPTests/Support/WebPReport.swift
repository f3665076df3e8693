import Foundation
import KingfisherTestKit

/// What `webpinfo` says of a file.
struct WebPReport {
    let text: String

    init(of data: Data) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "kf-\(UUID().uuidString).webp")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        text = String(decoding: try await ChildProgram.run("webpinfo", [file.path]).output, as: UTF8.self)
    }

    /// Whether the file has a chunk of that name.
    func holds(_ chunk: String) -> Bool { text.contains("Chunk \(chunk)") }

    /// The values of a field, in order.
    func values(of field: String) -> [Int] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.count == 2 && parts[0] == field ? Int(parts[1]) : nil
        }
    }
}
