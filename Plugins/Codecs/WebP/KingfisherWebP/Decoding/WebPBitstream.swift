internal import CWebP
internal import KingfisherCore

/// An image as the library decodes it: where its bytes lie and what they say of themselves.
struct WebPBitstream {
    /// Where the bytes lie in the file, as far as they are there.
    let bytes: Range<Int>
    /// Where they end by what the file states.
    let end: Int
    let width: Int
    let height: Int
    let hasAlpha: Bool
    let isLossless: Bool

    /// Whether all bytes are there.
    var isComplete: Bool { bytes.upperBound == end }

    /// Reads the header of an image.
    /// - Parameters:
    ///   - stated: Where by what the file states a whole file lies, or the image chunks of a frame.
    ///   - file: The bytes of the file.
    /// - Throws: `PluginError`: `.truncated`, `.corrupt` or `.unsupportedFeature`.
    init(_ stated: Range<Int>, in file: RawSpan) throws(PluginError) {
        let range = stated.lowerBound..<min(stated.upperBound, file.byteCount)
        var features = WebPBitstreamFeatures()
        let status = file.extracting(range).withUnsafeBytes { bytes in
            WebPGetFeatures(bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &features)
        }
        guard status == VP8_STATUS_OK else { throw WebPFailure.reading(status) }
        guard features.width > 0, features.height > 0 else {
            throw CodecFailure.webp.corrupt(
                "its header states a size of \(features.width)x\(features.height) pixels")
        }
        bytes = range
        end = stated.upperBound
        width = Int(features.width)
        height = Int(features.height)
        hasAlpha = features.has_alpha != 0
        isLossless = features.format == 2
    }
}
