internal import KingfisherCore

/// The part of an image that is shown, as fractions: a size, and how far its middle lies off the image's.
///
/// Source: ISO/IEC 14496-12, section 12.1.4.
struct CleanAperture: Equatable, Sendable {
    let width: Fraction
    let height: Fraction
    let horizontalOffset: Fraction
    let verticalOffset: Fraction

    struct Fraction: Equatable, Sendable {
        let numerator: Int
        let denominator: Int

        init(_ reader: inout BoxReader) throws(PluginError) {
            // Sizes are positive and offsets signed; both fit 31 bits in any image there can be.
            numerator = Int(Int32(truncatingIfNeeded: try reader.uint32()))
            denominator = Int(Int32(truncatingIfNeeded: try reader.uint32()))
            guard denominator > 0 else {
                throw CodecFailure.heif.corrupt(
                    "its clean aperture has a fraction with the denominator \(denominator)")
            }
        }
    }

    init(_ reader: inout BoxReader) throws(PluginError) {
        width = try Fraction(&reader)
        height = try Fraction(&reader)
        horizontalOffset = try Fraction(&reader)
        verticalOffset = try Fraction(&reader)
    }

    /// The pixels that are shown.
    /// - Throws: `PluginError` with `.corrupt` where there are none, or they lie outside of the image.
    func area(width columns: Int, height rows: Int) throws(PluginError) -> (
        columns: Range<Int>, rows: Range<Int>
    ) {
        guard let across = Self.range(of: columns, size: width, offset: horizontalOffset),
            let down = Self.range(of: rows, size: height, offset: verticalOffset)
        else { throw CodecFailure.heif.corrupt("its clean aperture is not inside of the image") }
        return (across, down)
    }

    /// A fraction of a pixel at either side is rounded as for the first and last pixel that lie mostly inside.
    private static func range(of whole: Int, size: Fraction, offset: Fraction) -> Range<Int>? {
        let length = Double(size.numerator) / Double(size.denominator)
        let start = (Double(whole) - length) / 2 + Double(offset.numerator) / Double(offset.denominator)
        let first = start.rounded(.down)
        let count = length.rounded()
        guard first >= 0, count >= 1, first + count <= Double(whole) else { return nil }
        return Int(first)..<Int(first + count)
    }
}
