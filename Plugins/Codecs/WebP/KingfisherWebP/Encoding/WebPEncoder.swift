public import Foundation
public import KingfisherCore
public struct WebPEncoder: ImageEncoder {
    public let format: ImageFormat = .webp
    public let supportsAlpha = true
    public init() {}
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data { Data() }
}
