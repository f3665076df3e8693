/// How pixels lie in memory: size, channels, depth, and what the alpha channel means.
///
/// Rows follow each other without padding, top row first; samples are interleaved; 16-bit samples are in native
/// byte order. The arithmetic is checked once, here: a layout that exists describes a block that fits an `Int`.
public struct PixelLayout: Hashable, Sendable {
    /// The samples of a pixel, in memory order.
    public enum Channels: Int, Hashable, Sendable {
        /// One luminance sample.
        case gray = 1
        /// Luminance, then alpha.
        case grayAlpha = 2
        /// Red, green, blue.
        case rgb = 3
        /// Red, green, blue, alpha.
        case rgba = 4

        /// The number of samples in a pixel.
        public var count: Int { rawValue }
        /// Whether the last sample is alpha.
        public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
        /// Whether the pixel has colour, as opposed to luminance alone.
        public var hasColor: Bool { self == .rgb || self == .rgba }
    }

    /// Bits of a sample.
    public enum Depth: Int, Hashable, Sendable {
        /// `UInt8` samples, 0...255.
        case eight = 8
        /// `UInt16` samples in native byte order, 0...65,535.
        case sixteen = 16

        /// Bytes of a sample.
        public var bytes: Int { rawValue / 8 }
    }

    /// How colour and alpha relate.
    public enum AlphaMode: Hashable, Sendable {
        /// There is no alpha channel.
        case none
        /// Colour is independent of alpha, as files store it.
        case straight
        /// Colour has been multiplied by alpha, as kernels that mix pixels leave it.
        case premultiplied
    }

    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// The samples of a pixel.
    public let channels: Channels
    /// Bits of a sample.
    public let depth: Depth
    /// How colour and alpha relate; `.none` exactly when `channels` has no alpha.
    public let alphaMode: AlphaMode

    /// Makes a layout.
    /// - Parameters:
    ///   - width: Pixels in a row, at least 1.
    ///   - height: Rows, at least 1.
    ///   - channels: The samples of a pixel.
    ///   - depth: Bits of a sample.
    ///   - premultiplied: Whether colour has been multiplied by alpha; ignored without an alpha channel.
    /// - Throws: `PluginError` with `.corrupt` for an empty size and `.limitExceeded` when the byte count would
    ///   not fit an `Int`.
    public init(
        width: Int, height: Int, channels: Channels, depth: Depth = .eight, premultiplied: Bool = false
    ) throws(PluginError) {
        guard width > 0, height > 0 else {
            throw PluginError(
                .corrupt, pluginID: "core", message: "An image of \(width)x\(height) pixels has no content.")
        }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        let (_, byteOverflow) = pixels.multipliedReportingOverflow(by: channels.count * depth.bytes)
        guard !overflow, !byteOverflow else {
            throw PluginError(
                .limitExceeded, pluginID: "core",
                message: "An image of \(width)x\(height) pixels does not fit this machine's address space.")
        }
        self.width = width
        self.height = height
        self.channels = channels
        self.depth = depth
        self.alphaMode = channels.hasAlpha ? (premultiplied ? .premultiplied : .straight) : .none
    }

    /// Bytes of a pixel.
    public var bytesPerPixel: Int { channels.count * depth.bytes }
    /// Samples of a row.
    public var samplesPerRow: Int { width * channels.count }
    /// Bytes of a row.
    public var bytesPerRow: Int { width * bytesPerPixel }
    /// Bytes of all rows.
    public var byteCount: Int { height * bytesPerRow }

    /// The same kind of pixels in another size.
    /// - Throws: As `init(width:height:channels:depth:premultiplied:)`.
    public func resized(width: Int, height: Int) throws(PluginError) -> PixelLayout {
        try PixelLayout(
            width: width, height: height, channels: channels, depth: depth,
            premultiplied: alphaMode == .premultiplied)
    }

    /// The same size and depth with other channels; alpha, where kept, keeps its mode.
    /// - Throws: As `init(width:height:channels:depth:premultiplied:)`.
    public func with(channels: Channels) throws(PluginError) -> PixelLayout {
        try PixelLayout(
            width: width, height: height, channels: channels, depth: depth,
            premultiplied: alphaMode == .premultiplied)
    }

    /// The same layout with colour and alpha related otherwise; without an alpha channel nothing changes.
    public func with(premultiplied: Bool) throws(PluginError) -> PixelLayout {
        try PixelLayout(
            width: width, height: height, channels: channels, depth: depth, premultiplied: premultiplied)
    }
}
