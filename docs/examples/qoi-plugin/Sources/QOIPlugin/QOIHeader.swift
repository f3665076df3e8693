import Foundation
import KingfisherCore

/// The fourteen bytes a file begins with.
///
/// Source: The Quite OK Image Format for Fast, Lossless Compression, specification version 1.0 (2022).
struct QOIHeader {
    static let magic = Array("qoif".utf8)
    static let byteCount = 14
    /// Seven zeros and a one stand behind the last pixel.
    static let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

    let width: Int
    let height: Int
    let channels: PixelLayout.Channels

    init(width: Int, height: Int, channels: PixelLayout.Channels) {
        self.width = width
        self.height = height
        self.channels = channels
    }

    init(_ bytes: Span<UInt8>) throws(PluginError) {
        guard bytes.count >= Self.byteCount else {
            throw CodecFailure.qoi.truncated("the data end within the header, after \(bytes.count) bytes")
        }
        guard Self.magic.indices.allSatisfy({ bytes[$0] == Self.magic[$0] }) else {
            throw CodecFailure.qoi.corrupt("it does not begin with \"qoif\"")
        }
        width = Self.integer(bytes, at: 4)
        height = Self.integer(bytes, at: 8)
        switch bytes[12] {
        case 3: channels = .rgb
        case 4: channels = .rgba
        default:
            throw CodecFailure.qoi.corrupt("it claims \(bytes[12]) channels where 3 or 4 are possible")
        }
        guard width > 0, height > 0 else {
            throw CodecFailure.qoi.corrupt("it claims a size of \(width)x\(height)")
        }
    }

    /// The header as bytes; the last one says that colour is sRGB with linear alpha.
    var bytes: [UInt8] {
        Self.magic + Self.bytes(of: width) + Self.bytes(of: height) + [UInt8(channels.count), 0]
    }

    private static func integer(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }

    private static func bytes(of number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
