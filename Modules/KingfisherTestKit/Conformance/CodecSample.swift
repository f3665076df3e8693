public import Foundation

/// An encoded image to test a decoder with.
public struct CodecSample: Sendable {
    /// What failures call it, for example a file name.
    public let name: String
    /// The encoded bytes.
    public let data: Data

    /// Makes a sample.
    ///
    /// For `DecoderConformance` the bytes are a sound image and end where it ends.
    public init(name: String, data: Data) {
        self.name = name
        self.data = data
    }
}

extension CodecSample {
    /// Starts of files in many formats, by the identifier of `ImageFormat`, and some that are no image.
    static var strangers: [(format: String?, sample: CodecSample)] {
        [
            ("png", sample("a PNG signature", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])),
            ("jpeg", sample("a JPEG signature", [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10] + Array("JFIF".utf8))),
            ("gif", sample("a GIF signature", Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0])),
            ("webp", sample("a WebP signature", Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8))),
            ("avif", sample("an AVIF signature", [0, 0, 0, 24] + Array("ftypavif\0\0\0\0avifmif1".utf8))),
            ("heic", sample("a HEIC signature", [0, 0, 0, 24] + Array("ftypheic\0\0\0\0heicmif1".utf8))),
            ("tiff", sample("a TIFF signature", [0x49, 0x49, 0x2A, 0x00, 8, 0, 0, 0])),
            ("jxl", sample("a JPEG XL signature", [0xFF, 0x0A, 0x00, 0x00])),
            ("svg", sample("an SVG document", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))),
            (nil, sample("an HTML page", Array("<!doctype html><html><body>404</body></html>".utf8))),
            (nil, sample("text", Array("This is not an image.\n".utf8))),
            (nil, sample("zeros", [UInt8](repeating: 0, count: 4096))),
            (nil, sample("one byte", [0x89])),
            (nil, sample("no bytes", [])),
        ]
    }

    private static func sample(_ name: String, _ bytes: [UInt8]) -> CodecSample {
        CodecSample(name: name, data: Data(bytes))
    }

    /// Where to cut the sample: at every byte of a short one, else at a few thousand places and at all the last ones.
    var cuts: [Int] {
        let step = max(1, data.count / 4096)
        let spread = stride(from: 0, to: data.count, by: step)
        return spread.filter { $0 < data.count - 64 } + Array(max(0, data.count - 64)..<data.count)
    }
}
