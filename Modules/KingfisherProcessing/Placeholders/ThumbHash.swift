public import Foundation
public import KingfisherCore

/// A picture in some twenty-five bytes, its shape and transparency included, for a placeholder while the picture loads.
///
/// The format is ThumbHash (evanw.github.io/thumbhash).
public struct ThumbHash: Hashable, Sendable {
    /// The bytes.
    public let bytes: Data

    /// Takes a hash.
    /// - Throws: `PluginError` with `.corrupt` for bytes that are too few for what they announce.
    public init(_ bytes: Data) throws(PluginError) {
        self.bytes = Data(bytes)
        let header = ThumbHashHeader(Array(bytes.prefix(6)))
        guard let header, bytes.count >= header.byteCount else {
            throw PluginError(
                .corrupt, pluginID: "processing",
                message: "\(bytes.count) bytes are no whole ThumbHash; one has 5 at least, and most about 25."
            )
        }
    }

    /// Makes the hash of a picture.
    ///
    /// Pictures of more than 100 pixels a side are made smaller first.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public init(of picture: PixelBuffer) throws {
        let small = try picture.reduced(toLongestSide: 100, resampling: .box)
        bytes = Data(ThumbHashEncoding(try small.converted(to: PixelKind(.rgba))).bytes)
    }

    /// The placeholder: 32 pixels on its longer side, about in the picture's shape, with alpha where the picture has it.
    /// - Throws: `PluginError` with `.outOfMemory`.
    public func pixels() throws -> PixelBuffer {
        try ThumbHashDecoding(Array(bytes)).pixels()
    }
}

/// What the first bytes of a hash say.
struct ThumbHashHeader {
    let low: Int
    let high: Int
    let hasAlpha: Bool
    /// Waves of lightness along a row and along a column.
    let across: Int
    let down: Int

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        low = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        high = Int(bytes[3]) | Int(bytes[4]) << 8
        hasAlpha = low >> 23 != 0
        guard !hasAlpha || bytes.count > 5 else { return nil }
        let (longer, shorter) = (hasAlpha ? 5 : 7, high & 7)
        (across, down) = high >> 15 != 0 ? (longer, shorter) : (shorter, longer)
    }

    /// Bytes before those of the waves.
    var length: Int { hasAlpha ? 6 : 5 }

    /// Bytes of the whole hash.
    var byteCount: Int {
        let lightness = Self.waves(max(3, across), max(3, down)).count
        let waves = lightness + 2 * Self.waves(3, 3).count + (hasAlpha ? Self.waves(5, 5).count : 0)
        return length + (waves + 1) / 2
    }

    /// The waves of a channel in the order of the format: those of a triangle, without the mean.
    static func waves(_ across: Int, _ down: Int) -> [(across: Int, down: Int)] {
        (0..<down).flatMap { row in
            (0..<across).filter { $0 * down < across * (down - row) && (row > 0 || $0 > 0) }
                .map { (across: $0, down: row) }
        }
    }
}
