public import Foundation

/// A colour profile as embedded in an image file.
///
/// The bytes are kept as found, so that they can be embedded again unchanged. Only the header and the tag
/// table are checked; reading a damaged or hostile profile gives nil, never a trap.
///
/// Source: ICC.1:2022 (profile version 4.4), sections 7 and 10; ICC.1:2001-04 for version 2.
public struct ICCProfile: Sendable, Hashable {
    /// The colour space whose values a profile describes: an open set of four-character signatures.
    public struct ColorSpace: RawRepresentable, Sendable, Hashable {
        /// The signature as a big-endian integer: `0x52474220` for `RGB `.
        public let rawValue: UInt32

        /// Makes the colour space of a signature.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// One channel of light, signature `GRAY`.
        public static let gray = ColorSpace(rawValue: 0x4752_4159)
        /// Red, green and blue light, signature `RGB `.
        public static let rgb = ColorSpace(rawValue: 0x5247_4220)
        /// Cyan, magenta, yellow and black ink, signature `CMYK`.
        public static let cmyk = ColorSpace(rawValue: 0x434D_594B)
    }

    /// The whole profile; its first index is zero.
    public let data: Data

    /// The colour space of the pixels that the profile describes.
    public let colorSpace: ColorSpace

    /// Takes the bytes of a profile.
    ///
    /// - Parameter data: The profile as embedded; padding after its stated size is allowed.
    /// - Returns: nil where these are no profile: the signature `acsp` is missing, or the stated size or the
    ///   tag table does not fit.
    public init?(_ data: Data) {
        let bytes = data.bytes
        guard bytes.holds(ascii: "acsp", at: 36),
            let size = bytes.uint32(at: 0, .bigEndian), size <= bytes.byteCount,
            let space = bytes.uint32(at: 16, .bigEndian),
            let tagCount = bytes.uint32(at: Self.tagCountOffset, .bigEndian),
            Self.firstTagOffset + Int(tagCount) * Self.tagSize <= Int(size)
        else { return nil }
        self.data = Data(data)
        colorSpace = ColorSpace(rawValue: space)
    }

    /// The name that the profile gives itself, such as "sRGB IEC61966-2.1"; nil where it has none.
    ///
    /// Of a name in several languages the American English one is taken, else any English one, else the first.
    /// Names are cut after 256 UTF-16 units.
    public var description: String? {
        let bytes = data.bytes
        guard let tag = tag("desc", in: bytes) else { return nil }
        return ICCText.read(bytes.extracting(tag))
    }

    /// Whether the profile can describe pixels with this number of colour channels (alpha not counted).
    ///
    /// Encoders leave out a profile that does not: a file with a gray profile on RGB pixels is damaged.
    public func describes(colorChannels: Int) -> Bool {
        switch colorSpace {
        case .gray: colorChannels == 1
        case .rgb: colorChannels == 3
        case .cmyk: colorChannels == 4
        default: false
        }
    }

    private static let tagCountOffset = 128
    private static let firstTagOffset = 132
    private static let tagSize = 12

    /// Where the element of a tag lies, or nil where there is none or it leaves the profile.
    func tag(_ signature: StaticString, in bytes: RawSpan) -> Range<Int>? {
        guard let tagCount = bytes.uint32(at: Self.tagCountOffset, .bigEndian) else { return nil }
        for index in 0..<Int(tagCount) {
            let entry = Self.firstTagOffset + index * Self.tagSize
            guard bytes.holds(ascii: signature, at: entry) else { continue }
            guard let offset = bytes.uint32(at: entry + 4, .bigEndian),
                let size = bytes.uint32(at: entry + 8, .bigEndian),
                bytes.holds(Int(size), at: Int(offset))
            else { return nil }
            return Int(offset)..<Int(offset) + Int(size)
        }
        return nil
    }
}
