/// An image file format: an open set, named by a lowercase identifier.
///
/// A plugin that brings a format of its own adds a constant in an extension.
public struct ImageFormat: Hashable, Sendable, CustomStringConvertible {
    /// The lowercase identifier, for example `jpeg`.
    public let identifier: String
    /// The name people use, for example `JPEG`.
    public let name: String
    /// File extensions without the dot, the preferred one first.
    public let fileExtensions: [String]

    /// Makes a format.
    public init(identifier: String, name: String, fileExtensions: [String]) {
        self.identifier = identifier
        self.name = name
        self.fileExtensions = fileExtensions
    }

    /// Two formats are the same when their identifiers are.
    public static func == (left: ImageFormat, right: ImageFormat) -> Bool {
        left.identifier == right.identifier
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }

    /// The name people use.
    public var description: String { name }
}

extension ImageFormat {
    /// Bytes of no format known here.
    public static let unknown = ImageFormat(identifier: "unknown", name: "unknown format", fileExtensions: [])
    /// Portable Network Graphics, a still image.
    public static let png = ImageFormat(identifier: "png", name: "PNG", fileExtensions: ["png"])
    /// PNG with an animation control chunk.
    public static let apng = ImageFormat(identifier: "apng", name: "APNG", fileExtensions: ["png", "apng"])
    /// JPEG, ISO/IEC 10918-1.
    public static let jpeg = ImageFormat(
        identifier: "jpeg", name: "JPEG", fileExtensions: ["jpg", "jpeg", "jpe", "jfif"])
    /// Graphics Interchange Format.
    public static let gif = ImageFormat(identifier: "gif", name: "GIF", fileExtensions: ["gif"])
    /// WebP.
    public static let webp = ImageFormat(identifier: "webp", name: "WebP", fileExtensions: ["webp"])
    /// High Efficiency Image File with HEVC-coded images.
    public static let heic = ImageFormat(
        identifier: "heic", name: "HEIC", fileExtensions: ["heic", "heif", "hif"])
    /// AV1 Image File.
    public static let avif = ImageFormat(identifier: "avif", name: "AVIF", fileExtensions: ["avif"])
    /// Windows bitmap.
    public static let bmp = ImageFormat(identifier: "bmp", name: "BMP", fileExtensions: ["bmp", "dib"])
    /// Tag Image File Format.
    public static let tiff = ImageFormat(identifier: "tiff", name: "TIFF", fileExtensions: ["tiff", "tif"])
    /// JPEG XL.
    public static let jpegXL = ImageFormat(identifier: "jxl", name: "JPEG XL", fileExtensions: ["jxl"])
    /// JPEG 2000.
    public static let jpeg2000 = ImageFormat(
        identifier: "jp2", name: "JPEG 2000", fileExtensions: ["jp2", "j2k", "jpf", "jpx"])
    /// Scalable Vector Graphics.
    public static let svg = ImageFormat(identifier: "svg", name: "SVG", fileExtensions: ["svg"])

    /// Kingfisher's spelling of `png`.
    public static var PNG: ImageFormat { .png }
    /// Kingfisher's spelling of `jpeg`.
    public static var JPEG: ImageFormat { .jpeg }
    /// Kingfisher's spelling of `gif`.
    public static var GIF: ImageFormat { .gif }
}
