public import Foundation
public import KingfisherCore
public struct HEIFEncoder: ImageEncoder {
    public let format: ImageFormat
    public let supportsAlpha = true
    public init(format: ImageFormat) { self.format = format }
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data { Data() }
}
