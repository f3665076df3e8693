import Foundation
import KingfisherCore
import KingfisherWebP

/// What most tests do with a file.
enum WebPImage {
    static func decode(_ data: Data, _ options: DecodingOptions = DecodingOptions()) throws -> Image {
        try WebPDecoder().decode(data, options: options)
    }

    static func encode(
        _ image: Image, _ options: EncodingOptions = EncodingOptions(),
        with encoder: WebPEncoder = WebPEncoder()
    ) throws -> Data {
        try encoder.encode(image, options: options)
    }
}
