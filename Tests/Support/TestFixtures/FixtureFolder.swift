package import Foundation

/// Tests/Fixtures: files that independent programs made, with what these say of them. Its README tells what the keys of
/// manifest.json mean.
package enum FixtureFolder {
    private static let url = URL(filePath: #filePath).appending(path: "../../../Fixtures").standardized

    /// The bytes of a file.
    package static func data(_ path: String) throws -> Data {
        let file = url.appending(path: path)
        // Foundation leaks a buffer when it reads an empty file, which the address sanitizer would hold against us.
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        return size == 0 ? Data() : try Data(contentsOf: file)
    }

    /// The bytes of a file that is read where nothing can be thrown, as among a test's arguments.
    package static func read(_ path: String) -> Data {
        do {
            return try data(path)
        } catch {
            fatalError("\(path) cannot be read: \(error)")
        }
    }

    /// The rows of manifest.json about a format. What is expected of them is `decode`, `animate` or `reject`.
    ///
    /// There is no answer but the rows: tests without arguments pass.
    package static func rows<Row: Decodable>(
        of format: String, expecting expected: String, as type: Row.Type = Row.self
    ) -> [Row] {
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[.wanted] = [format, expected]
            let rows = try decoder.decode([ManifestRow<Row>].self, from: data("manifest.json")).compactMap(
                \.row)
            precondition(!rows.isEmpty, "manifest.json has no \(format) to \(expected)")
            return rows
        } catch {
            fatalError("manifest.json cannot be read: \(error)")
        }
    }
}

/// A row of any format, whose other keys are only read where it is one of those looked for: they mean something else elsewhere.
private struct ManifestRow<Row: Decodable>: Decodable {
    let row: Row?

    private enum Key: CodingKey {
        case format, expect
    }

    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        let kind = [
            try keys.decode(String.self, forKey: .format), try keys.decode(String.self, forKey: .expect),
        ]
        row = kind == decoder.userInfo[.wanted] as? [String] ? try Row(from: decoder) : nil
    }
}

extension CodingUserInfoKey {
    /// The format and the expectation of the rows looked for.
    fileprivate static var wanted: CodingUserInfoKey { CodingUserInfoKey(rawValue: "wanted")! }
}
