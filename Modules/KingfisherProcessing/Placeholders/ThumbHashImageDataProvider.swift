public import Foundation
public import KingfisherCore

/// The placeholder of a ThumbHash as a PNG, to be loaded like any other image.
public struct ThumbHashImageDataProvider: ImageDataProvider {
    private let hash: ThumbHash
    private let codecs: ImageCodecs

    /// Made of the hash.
    public var cacheKey: String { "thumbhash:\(hash.bytes.base64EncodedString())" }

    /// Makes a provider.
    /// - Parameters:
    ///   - hash: What the placeholder is made of.
    ///   - codecs: Must write PNG, as `PluginRegistry.standard.codecs` does.
    public init(_ hash: ThumbHash, codecs: ImageCodecs) {
        self.hash = hash
        self.codecs = codecs
    }

    /// Makes the PNG, on the pool for processing.
    /// - Throws: `PluginError` with `.unsupportedFormat` where no codec writes PNG, or `CancellationError`.
    public func data() async throws -> Data {
        try await WorkPool.processing.run { [hash, codecs] in
            try codecs.encode(Image(pixels: hash.pixels()), as: .png)
        }
    }
}
