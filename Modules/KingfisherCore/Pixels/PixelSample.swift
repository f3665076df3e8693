/// One channel's value at 8 or 16 bits, with arithmetic exact to the nearest integer.
///
/// The row functions are requirements, not generic functions, so that other modules call specialised code.
package protocol PixelSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
    /// Multiplies colour by alpha, the last sample of each pixel; `source` and `target` may be the same.
    static func premultiply(
        _ source: UnsafePointer<Self>, into target: UnsafeMutablePointer<Self>, pixels: Int, channels: Int)

    /// Divides colour by alpha, the last sample of each pixel, in place.
    static func unpremultiply(_ samples: UnsafeMutablePointer<Self>, pixels: Int, channels: Int)
}

extension UInt8: PixelSample {
    package static func premultiply(
        _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, pixels: Int, channels: Int
    ) {
        if channels == 4 { return unsafe AlphaRow.premultiplyRGBA(source, into: target, pixels: pixels) }
        unsafe AlphaRow.premultiply(source, into: target, pixels: pixels, channels: channels)
    }

    package static func unpremultiply(
        _ samples: UnsafeMutablePointer<UInt8>, pixels: Int, channels: Int
    ) {
        unsafe AlphaRow.unpremultiply(samples, pixels: pixels, channels: channels)
    }
}

extension UInt16: PixelSample {
    package static func premultiply(
        _ source: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<UInt16>, pixels: Int, channels: Int
    ) {
        unsafe AlphaRow.premultiply(source, into: target, pixels: pixels, channels: channels)
    }

    package static func unpremultiply(
        _ samples: UnsafeMutablePointer<UInt16>, pixels: Int, channels: Int
    ) {
        unsafe AlphaRow.unpremultiply(samples, pixels: pixels, channels: channels)
    }
}
