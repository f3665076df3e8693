public import Foundation

/// What a serializer may use, and what it must know of the image it is given.
public struct SerializationContext: Sendable {
    /// The codecs of the pipeline.
    public var codecs: ImageCodecs
    /// Whether a processor other than the identity made the image.
    public var isProcessed: Bool

    /// Makes a context.
    public init(codecs: ImageCodecs, isProcessed: Bool) {
        self.codecs = codecs
        self.isProcessed = isProcessed
    }
}

/// Makes stored bytes of an image, and an image of stored bytes.
///
/// Implement one of the two `data` methods. Calls run on the pipeline's pool, at the same time for different images.
public protocol CacheSerializer: Sendable {
    /// Whether it makes the source's bytes out of processed images too, where they are there.
    ///
    /// Bytes equal to the source's are kept as such whatever this says: read by the codecs, and processed again.
    var originalDataUsed: Bool { get }

    /// Makes the bytes to store.
    /// - Parameters:
    ///   - image: The image as processed.
    ///   - original: The bytes of the source as received, where they are there.
    ///   - context: The codecs to encode with, and what was done to the image.
    /// - Returns: The bytes, or nil where the image cannot be stored and there is no error to throw.
    func data(with image: Image, original: Data?, context: SerializationContext) throws -> Data?

    /// Makes the bytes to store, without codecs: for serializers that bring their own.
    func data(with image: Image, original: Data?) throws -> Data?

    /// Makes the image of stored bytes.
    func image(with data: Data, options: KingfisherParsedOptionsInfo) throws -> Image?
}

extension CacheSerializer {
    /// No: the bytes are of the processed image.
    public var originalDataUsed: Bool { false }

    /// Uses the form without a context.
    public func data(with image: Image, original: Data?, context: SerializationContext) throws -> Data? {
        try data(with: image, original: original)
    }

    /// Says that the serializer needs the pipeline's codecs.
    /// - Throws: `PluginError` with `.notImplemented`.
    public func data(with image: Image, original: Data?) throws -> Data? {
        throw PluginError(
            .notImplemented, pluginID: "core",
            message: "\(type(of: self)) makes its bytes with the pipeline's codecs; "
                + "call data(with:original:context:).")
    }

    /// Decodes the bytes with the codecs of the options.
    public func image(with data: Data, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try options.codecs.decode(data, options: options.decodingOptions)
    }
}
