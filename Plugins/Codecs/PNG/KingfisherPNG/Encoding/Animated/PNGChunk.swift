internal import CKingfisherPNG
internal import Foundation

/// A chunk of a file that this plugin's own writer made.
struct PNGChunk {
    let type: String
    /// Length, type, content and checksum.
    let whole: Data

    var content: Data { whole.dropFirst(8).dropLast(4) }

    /// All chunks of a sound file.
    static func chunks(of file: Data) -> [PNGChunk] {
        var rest = file.dropFirst(8)
        var chunks: [PNGChunk] = []
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            chunks.append(PNGChunk(type: type, whole: rest.prefix(length + 12)))
            rest = rest.dropFirst(length + 12)
        }
        return chunks
    }

    /// The bytes of a chunk whose content comes in parts.
    static func make(_ type: String, _ parts: [Data] = []) -> Data {
        let length = parts.reduce(0) { $0 + $1.count }
        var chunk = Data(capacity: length + 12)
        chunk.append(bytes(UInt32(clamping: length)))
        chunk.append(contentsOf: type.utf8)
        for part in parts { chunk.append(part) }
        let checksum = chunk.dropFirst(4).withUnsafeBytes {
            kf_png_checksum($0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count)
        }
        chunk.append(bytes(checksum))
        return chunk
    }

    static func bytes(_ value: UInt32) -> Data {
        withUnsafeBytes(of: value.bigEndian) { Data($0) }
    }
}
