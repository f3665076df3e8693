public import Foundation

extension ImageFormat {
    /// Bytes of a file that sniffing may need; more are never looked at.
    public static let sniffingLength = 4096

    /// Tells the format of encoded bytes by their full signature, `.unknown` where none fits.
    ///
    /// File names and media types play no part.
    /// - Parameter bytes: The start of a file; the first `sniffingLength` bytes suffice, fewer may.
    public init(sniffing bytes: Span<UInt8>) {
        self = Self.sniff(bytes.extracting(first: Self.sniffingLength))
    }

    /// Tells the format of encoded bytes; see `init(sniffing: Span<UInt8>)`.
    public init(sniffing data: Data) {
        self.init(sniffing: data.span)
    }

    private static let fixedSignatures: [(signature: [UInt8], format: ImageFormat)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        ([0xFF, 0xD8, 0xFF], .jpeg),
        (Array("GIF87a".utf8), .gif),
        (Array("GIF89a".utf8), .gif),
        ([0x49, 0x49, 0x2A, 0x00], .tiff),
        ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
        ([0x49, 0x49, 0x2B, 0x00], .tiff),
        ([0x4D, 0x4D, 0x00, 0x2B], .tiff),
        ([0xFF, 0x0A], .jpegXL),
        ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jpegXL),
        ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jpeg2000),
        ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
    ]

    private static func sniff(_ prefix: Span<UInt8>) -> ImageFormat {
        guard let entry = fixedSignatures.first(where: { prefix.starts(with: $0.signature) }) else {
            return sniffContainer(prefix) ?? .unknown
        }
        return entry.format == .png && hasAnimationControl(prefix) ? .apng : entry.format
    }

    private static func sniffContainer(_ prefix: Span<UInt8>) -> ImageFormat? {
        if prefix.starts(with: Array("RIFF".utf8)), prefix.matches(Array("WEBP".utf8), at: 8) { return .webp }
        if prefix.matches(Array("ftyp".utf8), at: 4) { return sniffFileTypeBox(prefix) }
        if isBitmap(prefix) { return .bmp }
        return isSVG(prefix) ? .svg : nil
    }

    /// The brands of an ISO base media `ftyp` box: the major one decides, then the compatible ones in order.
    private static func sniffFileTypeBox(_ prefix: Span<UInt8>) -> ImageFormat? {
        guard let boxLength = prefix.bigEndian32(at: 0), boxLength >= 16 else { return nil }
        let brandOffsets = [8] + Array(stride(from: 16, to: min(Int(boxLength), prefix.count) - 3, by: 4))
        for offset in brandOffsets {
            switch prefix.ascii(at: offset, count: 4) {
            case "avif", "avis": return .avif
            case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .heic
            default: continue
            }
        }
        return nil
    }

    /// `BM` alone is two letters of any text, so the size of the header behind the file's must be a known one as well.
    private static func isBitmap(_ prefix: Span<UInt8>) -> Bool {
        guard prefix.starts(with: Array("BM".utf8)), prefix.count >= 18 else { return false }
        let headerSize =
            Int(prefix[14]) | Int(prefix[15]) << 8 | Int(prefix[16]) << 16 | Int(prefix[17]) << 24
        return [12, 16, 40, 52, 56, 64, 108, 124].contains(headerSize)
    }

    /// An `<svg` element before any other element, behind a byte order mark, declarations and comments.
    private static func isSVG(_ prefix: Span<UInt8>) -> Bool {
        var text = prefix.asciiText()[...]
        while let open = text.firstIndex(of: "<") {
            guard text[..<open].allSatisfy({ $0.isWhitespace || !$0.isASCII }) else { return false }
            text = text[open...]
            if text.hasPrefix("<svg") { return true }
            guard text.hasPrefix("<?") || text.hasPrefix("<!"), let end = declarationEnd(text) else {
                return false
            }
            text = text[end...]
        }
        return false
    }

    /// Where the comment or declaration that the text begins with ends; the `>` in an internal subset does not end it.
    private static func declarationEnd(_ text: Substring) -> Substring.Index? {
        if text.hasPrefix("<!--") { return text.range(of: "-->")?.upperBound }
        var rest = text
        if let subset = text.firstIndex(where: { $0 == "[" || $0 == ">" }), text[subset] == "[" {
            guard let close = text[subset...].firstIndex(of: "]") else { return nil }
            rest = text[close...]
        }
        return rest.range(of: ">")?.upperBound
    }

    /// Whether an `acTL` chunk stands before the first `IDAT`, which is what makes a PNG an APNG.
    private static func hasAnimationControl(_ prefix: Span<UInt8>) -> Bool {
        var offset = 8
        while let length = prefix.bigEndian32(at: offset), let type = prefix.ascii(at: offset + 4, count: 4) {
            if type == "acTL" { return true }
            if type == "IDAT" || type == "IEND" { return false }
            offset += 12 + Int(length)
        }
        return false
    }
}

extension Span<UInt8> {
    func matches(_ signature: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset <= count, signature.count <= count - offset else { return false }
        return signature.indices.allSatisfy { self[offset + $0] == signature[$0] }
    }

    func starts(with signature: [UInt8]) -> Bool {
        matches(signature, at: 0)
    }

    func bigEndian32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 << 8 | UInt32(self[offset + $1]) }
    }

    func ascii(at offset: Int, count length: Int) -> String? {
        guard offset >= 0, offset <= count - length else { return nil }
        return String(decoding: (0..<length).map { self[offset + $0] }, as: UTF8.self)
    }

    fileprivate func asciiText() -> String {
        String(decoding: indices.map { self[$0] }, as: UTF8.self)
    }
}
