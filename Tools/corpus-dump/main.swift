import Foundation
import KingfisherCore
import KingfisherGIF
import KingfisherHEIF
import KingfisherJPEG
import KingfisherPNG
import KingfisherWebP

// Writes what the decoders see in files, for Tools/corpus-report to compare.
//
// usage: corpus-dump 8|16      (bits a sample, 16 for deep files alone), a path a line on standard input
//
// For each path come lines of JSON: one of what `inspect` tells, one of what decoding gives, and one for each frame,
// which its bytes follow: RGBA, straight alpha, 16-bit samples in the machine's byte order. Profiles are not applied.

private struct InfoLine: Encodable {
    var width: Int?
    var height: Int?
    var frames: Int?
    var orientation: Int?
    var error: String?
}

private struct ImageLine: Encodable {
    var width: Int?
    var height: Int?
    var depth: Int?
    var frames: Int?
    var error: String?
}

private struct FrameLine: Encodable {
    var bytes = 0
    var error: String?
}

private struct Dump {
    let codecs: ImageCodecs
    let keepsHighDepth: Bool
    let output = FileHandle.standardOutput

    func write(_ line: some Encodable) throws {
        try output.write(contentsOf: try JSONEncoder().encode(line) + Data("\n".utf8))
    }

    func inspect(_ data: Data) -> InfoLine {
        do {
            let info = try codecs.inspect(data)
            return InfoLine(
                width: info.width, height: info.height, frames: info.frameCount,
                orientation: Int(info.orientation.rawValue))
        } catch {
            return InfoLine(error: "\(error)")
        }
    }

    func decode(_ data: Data) throws {
        let image: Image
        do {
            image = try codecs.decode(data, options: DecodingOptions(keepsHighDepth: keepsHighDepth))
        } catch {
            return try write(ImageLine(error: "\(error)"))
        }
        let depth = image.pixels.layout.depth
        let count = image.frames?.frameCount ?? 1
        try write(
            ImageLine(
                width: image.width, height: image.height, depth: depth == .sixteen ? 16 : 8, frames: count))
        for index in 0..<count {
            do {
                let frame = try image.frames?.frame(at: index) ?? image.pixels
                try write(pixels: frame.converted(to: PixelKind(.rgba, depth)))
            } catch let error as PluginError {
                try write(FrameLine(error: "\(error)"))
            }
        }
    }

    func write(pixels: PixelBuffer) throws {
        let bytes = pixels.withBytes { $0.withUnsafeBytes { Data($0) } }
        try write(FrameLine(bytes: bytes.count))
        try output.write(contentsOf: bytes)
    }
}

guard let depth = CommandLine.arguments.dropFirst().first, ["8", "16"].contains(depth) else {
    FileHandle.standardError.write(Data("usage: corpus-dump 8|16, a path a line on standard input\n".utf8))
    exit(2)
}
private let plugins: [any Plugin] = [PNGPlugin(), JPEGPlugin(), WebPPlugin(), HEIFPlugin(), GIFPlugin()]
private let dump = Dump(codecs: try PluginRegistry(plugins).codecs, keepsHighDepth: depth == "16")
while let path = readLine() {
    let data = try Data(contentsOf: URL(filePath: path))
    try dump.write(dump.inspect(data))
    try dump.decode(data)
}
