import Foundation
import KingfisherCore
import Testing

@Suite("Cache serializers", .timeLimit(.minutes(1)))
struct CacheSerializerTests {
    private struct Own: CacheSerializer {
        func data(with image: Image, original: Data?) -> Data? { Data("own".utf8) }
    }

    private struct Empty: CacheSerializer {}

    private let codecs = ImageCodecs(
        decoders: [FlatDecoder()],
        encoders: [
            FlatEncoder(format: .jpeg, supportsAlpha: false), FlatEncoder(format: .png),
            FlatEncoder(format: .webp),
        ])
    private let original = Data("bytes as received".utf8)

    /// The format and quality that the tests' encoder leaves at the end.
    private func choice(
        _ serializer: DefaultCacheSerializer = .default, image: Image, original: Data?, isProcessed: Bool
    ) throws -> String? {
        let context = SerializationContext(codecs: codecs, isProcessed: isProcessed)
        let data = try serializer.data(with: image, original: original, context: context)
        return data.flatMap {
            String(decoding: $0, as: UTF8.self).split(separator: "/").last.map(String.init)
        }
    }

    @Test("An unprocessed image is stored as the bytes received")
    func verbatim() throws {
        let context = SerializationContext(codecs: ImageCodecs(), isProcessed: false)
        let image = try flatImage(channels: .rgba, format: .jpeg)
        let data = try DefaultCacheSerializer.default.data(with: image, original: original, context: context)
        #expect(data == original)
    }

    @Test("A processed image is stored in its own format where that has an encoder")
    func ownFormat() throws {
        let jpeg = try flatImage(format: .jpeg)
        #expect(try choice(image: jpeg, original: original, isProcessed: true) == "jpeg 100")
        #expect(try choice(image: jpeg, original: nil, isProcessed: false) == "jpeg 100")
        let webp = try flatImage(channels: .rgba, format: .webp)
        #expect(try choice(image: webp, original: original, isProcessed: true) == "webp 100")
    }

    @Test("An image with alpha never goes to a format without it")
    func alpha() throws {
        for channels in [PixelLayout.Channels.rgba, .grayAlpha] {
            let image = try flatImage(channels: channels, format: .jpeg)
            #expect(try choice(image: image, original: original, isProcessed: true) == "png 100")
        }
    }

    @Test(
        "An image of an unknown format, or of one without an encoder, becomes PNG",
        arguments: [nil, ImageFormat.heic])
    func fallback(format: ImageFormat?) throws {
        let image = try flatImage(format: format)
        #expect(try choice(image: image, original: original, isProcessed: true) == "png 100")
    }

    @Test("Without any encoder that fits, the error names the format")
    func noEncoder() throws {
        let context = SerializationContext(codecs: ImageCodecs(), isProcessed: true)
        let image = try flatImage(format: .jpeg)
        let error = #expect(throws: PluginError.self) {
            try DefaultCacheSerializer.default.data(with: image, original: nil, context: context)
        }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message.contains("PNG") == true)
    }

    @Test(
        "Quality is brought into 1...100, whatever was given",
        arguments: [(0.8, 80), (0, 1), (-3, 1), (7, 100), (.infinity, 100), (.nan, 1)] as [(CGFloat, Int)])
    func quality(value: CGFloat, expected: Int) throws {
        let serializer = DefaultCacheSerializer(compressionQuality: value)
        let image = try flatImage(format: .jpeg)
        #expect(try choice(serializer, image: image, original: nil, isProcessed: true) == "jpeg \(expected)")
    }

    @Test("Preferring the original stores it for processed images too, and says so")
    func prefersOriginal() throws {
        let serializer = DefaultCacheSerializer(preferCacheOriginalData: true)
        #expect(serializer.originalDataUsed)
        #expect(!DefaultCacheSerializer.default.originalDataUsed)
        let context = SerializationContext(codecs: codecs, isProcessed: true)
        #expect(try serializer.data(with: flatImage(), original: original, context: context) == original)
    }

    @Test("A serializer may make its bytes without codecs, and one that does neither says so")
    func ownSerializer() throws {
        let context = SerializationContext(codecs: codecs, isProcessed: true)
        #expect(try Own().data(with: flatImage(), original: nil, context: context) == Data("own".utf8))
        let error = #expect(throws: PluginError.self) {
            try Empty().data(with: flatImage(), original: nil, context: context)
        }
        #expect(error?.code == .notImplemented)
        #expect(error?.message.contains("Empty") == true)
    }

    @Test("Stored bytes are decoded as the options ask")
    func image() throws {
        var options = KingfisherParsedOptionsInfo([.scaleFactor(3)])
        options.codecs = codecs
        let data = Data("KFF1".utf8) + [1, 1, 1, 5]
        #expect(try Own().image(with: data, options: options)?.scale == 3)
        #expect(throws: PluginError.self) { try Own().image(with: Data(), options: options) }
    }
}
