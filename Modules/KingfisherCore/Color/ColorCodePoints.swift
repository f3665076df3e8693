/// A colour space named by numbers, as HEIF's `nclx` boxes, AVIF and PNG's `cICP` chunk name it.
///
/// Source: ITU-T H.273.
public struct ColorCodePoints: Hashable, Sendable {
    /// The colour primaries: 1 for BT.709 and sRGB, 9 for BT.2020, 12 for Display P3; 2 where unspecified.
    public var primaries: Int
    /// The transfer characteristics: 13 for sRGB, 1 for BT.709, 16 for PQ, 18 for HLG; 2 where unspecified.
    public var transfer: Int
    /// The matrix coefficients the file codes colour with: 0 for RGB, 1 for BT.709, 5 and 6 for BT.601.
    public var matrix: Int
    /// Whether samples use the full range of their bits.
    public var isFullRange: Bool

    /// Makes code points.
    public init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// Whether decoded pixels are in sRGB, as far as the numbers say: what is unspecified counts as sRGB, and the
    /// transfer curves of BT.709 and BT.601 as well, as viewers take them.
    public var isSRGB: Bool {
        [1, 2].contains(primaries) && [1, 2, 6, 13].contains(transfer)
    }
}
