import Foundation
import KingfisherCore
import Synchronization

/// Decodes anything into a picture of a fixed full size, as small as a target allows, and notes what it was asked.
final class ScriptedDecoder: ImageDecoder {
    private let asked = Lock<[DecodingOptions]>([])
    let width: Int
    let height: Int
    let shrinks: Bool
    let formats = [ImageFormat.png]

    init(width: Int, height: Int, shrinks: Bool = true) {
        self.width = width
        self.height = height
        self.shrinks = shrinks
    }

    var requests: [DecodingOptions] { asked.withLock { $0 } }

    func recognizes(_ prefix: Span<UInt8>) -> Bool { true }

    func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        ImageInfo(
            format: .png, width: width, height: height, hasAlpha: false, bitDepth: 8, colorModel: .rgb)
    }

    func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        asked.withLock { $0.append(options) }
        var size = (width: width, height: height)
        if shrinks, let target = options.target {
            size = target.minimumSize(forWidth: width, height: height)
        }
        return Image(pixels: try noise(width: size.width, height: size.height, .rgb), scale: options.scale)
    }
}
