/// What a pixel is made of, whatever the size of the image: channels and depth, with straight alpha or none.
///
/// What an encoder asks for: see `PixelBuffer.eachBand(as:background:_:)`.
public struct PixelKind: Hashable, Sendable {
    /// The samples of a pixel.
    public var channels: PixelLayout.Channels
    /// Bits of a sample.
    public var depth: PixelLayout.Depth

    /// Makes a kind.
    public init(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth = .eight) {
        self.channels = channels
        self.depth = depth
    }
}

extension PixelLayout {
    /// Channels and depth of the pixels.
    public var kind: PixelKind { PixelKind(channels, depth) }

    /// Whether the pixels are of that kind as they lie in memory.
    func isOf(_ kind: PixelKind) -> Bool { self.kind == kind && alphaMode != .premultiplied }
}
