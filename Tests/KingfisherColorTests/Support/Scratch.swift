import Foundation
import Testing

/// A folder for what programs read and write, gone with the value.
final class Scratch: Sendable {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "kf-color-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The path of a new file.
    func write(_ data: Data, _ name: String) throws -> String {
        try data.write(to: folder.appending(path: name))
        return path(name)
    }
}

/// A PGM or PPM of one row.
func pnm(_ samples: [UInt8], channels: Int) -> Data {
    Data("P\(channels == 1 ? 5 : 6)\n\(samples.count / channels) 1\n255\n".utf8) + Data(samples)
}

/// The samples of a PGM or PPM.
func samples(of file: Data) throws -> [UInt16] {
    let bytes = [UInt8](file)
    var fields: [Int] = []
    var at = 2
    while fields.count < 3 {
        at += 1
        let digits = bytes[at...].prefix { (0x30...0x39).contains($0) }
        fields.append(try #require(Int(String(decoding: digits, as: UTF8.self))))
        at += digits.count
    }
    let body = bytes[(at + 1)...]
    guard fields[2] > 255 else { return body.map { UInt16($0) } }
    return stride(from: body.startIndex, to: body.endIndex - 1, by: 2).map {
        UInt16(body[$0]) << 8 | UInt16(body[$0 + 1])
    }
}
