import Foundation
import KingfisherCore
import KingfisherTestKit

/// The independent decoder that pixels are compared with, where it is installed.
enum DJPEG {
    static var isInstalled: Bool { ChildProgram.path(of: "djpeg") != nil }

    /// The pixels of a file as djpeg decodes it at full size, not turned.
    static func decode(_ url: URL) async throws -> PixelBuffer {
        let outcome = try await ChildProgram.run(
            "djpeg", ["-dct", "int", "-pnm", url.path(percentEncoded: false)])
        return try pixels(ofPNM: outcome.output)
    }

    private static func pixels(ofPNM data: Data) throws -> PixelBuffer {
        var fields: [String] = []
        var position = data.startIndex
        while fields.count < 4, position < data.endIndex {
            let end = data[position...].firstIndex { [0x20, 0x0A].contains($0) } ?? data.endIndex
            fields.append(String(decoding: data[position..<end], as: UTF8.self))
            position = end + 1
        }
        guard fields.count == 4, let width = Int(fields[1]), let height = Int(fields[2]) else {
            throw TestKitFailure("djpeg wrote no image")
        }
        let layout = try PixelLayout(width: width, height: height, channels: fields[0] == "P5" ? .gray : .rgb)
        return try PixelBuffer(layout: layout, copying: data[position...])
    }
}
