import Foundation

/// Puts GIFs together block by block, as no encoder would.
enum GIFBytes {
    /// A header with a global table of four colours: black, red, green, blue.
    static func header(_ width: Int, _ height: Int, hasTable: Bool = true) -> Data {
        let table: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
        return Data("GIF89a".utf8) + little(width) + little(height) + Data([hasTable ? 0x81 : 0, 0, 0])
            + Data(hasTable ? table : [])
    }

    /// A graphic control extension.
    static func control(delay: Int, disposal: UInt8 = 0, transparent: UInt8? = nil) -> Data {
        Data([0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1)]) + little(delay)
            + Data([transparent ?? 0, 0])
    }

    /// An image of one colour index, each pixel a code of its own, with a clear code before each.
    static func image(
        _ left: Int, _ top: Int, _ width: Int, _ height: Int, index: UInt8, pixels: Int? = nil,
        hasEnd: Bool = true
    ) -> Data {
        // With codes of two bits and a clear code between, all codes have three bits.
        let pixelCodes = Array(repeating: [4, index], count: pixels ?? width * height).joined()
        var codes = pixelCodes + (hasEnd ? [5] : [])
        // Filled up with clear codes, which mean no pixel.
        while codes.count % 8 != 0 { codes.append(4) }
        let bits = codes.flatMap { code in (0..<3).map { code >> $0 & 1 } }
        let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 | bits[start + $1] << $1 }
        }
        return Data([0x2C]) + little(left) + little(top) + little(width) + little(height) + Data([0, 2])
            + blocks(bytes)
    }

    /// An application extension.
    static func application(_ name: String, _ content: [UInt8]) -> Data {
        Data([0x21, 0xFF, 11]) + Data(name.utf8) + blocks(content)
    }

    /// Data blocks, the empty one included.
    static func blocks(_ bytes: [UInt8]) -> Data {
        stride(from: 0, to: bytes.count, by: 255).reduce(into: Data()) { data, start in
            let part = bytes[start..<min(start + 255, bytes.count)]
            data += [UInt8(part.count)] + part
        } + [0]
    }

    static let trailer = Data([0x3B])

    static func little(_ value: Int) -> Data {
        Data([UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)])
    }
}
