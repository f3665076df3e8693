import Foundation
import KingfisherTestKit

/// ImageMagick's view of a GIF.
enum OtherProgram {
    /// The composited frames as RGBA, without the colour of what is transparent.
    static func frames(of data: Data, length: Int) async throws -> [Data] {
        let file = FileManager.default.temporaryDirectory.appending(path: "kf-\(UUID().uuidString).gif")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await frames(ofFile: file.path, length: length)
    }

    /// The composited frames of a file.
    static func frames(ofFile path: String, length: Int) async throws -> [Data] {
        let outcome = try await ChildProgram.run(
            "convert", [path, "-coalesce", "-depth", "8", "RGBA:-"], upTo: .seconds(120))
        var bytes = [UInt8](outcome.output)
        for pixel in stride(from: 0, to: bytes.count - 3, by: 4) where bytes[pixel + 3] == 0 {
            for channel in pixel..<pixel + 3 { bytes[channel] = 0 }
        }
        return stride(from: 0, to: bytes.count - length + 1, by: length).map { Data(bytes[$0..<$0 + length]) }
    }
}
