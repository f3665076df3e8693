/// How an image is resampled: the filter, how exactly, and in which light.
///
/// `.bicubic`, `.lanczos3.exact`, `.lanczos3.linear`.
public struct Resampling: Sendable {
    /// How neighbours are mixed.
    public var filter: ResamplingFilter
    /// Whether the filter sees every sample, however much an image shrinks.
    ///
    /// Otherwise, where it shrinks more than six times along an axis, means of whole blocks are taken first, and the filter
    /// shrinks by the three to four times that are left. That is several times faster, and differs from the exact result of
    /// photographs by a PSNR above 45 dB; of patterns as fine as two pixels at full contrast, made to show the difference,
    /// by 41 dB. Filters that reach no further than half a pixel are always exact.
    public var isExact: Bool
    /// Whether light is mixed rather than samples as sRGB encodes it, so that fine bright patterns keep their brightness.
    public var isLinear: Bool

    /// Makes a way to resample.
    public init(_ filter: ResamplingFilter, isExact: Bool = false, isLinear: Bool = false) {
        self.filter = filter
        self.isExact = isExact
        self.isLinear = isLinear
    }

    /// Blocky, the one nearest sample.
    public static let nearest = Resampling(.nearest)
    /// The mean of what is covered.
    public static let box = Resampling(.box)
    /// Soft, without ringing.
    public static let bilinear = Resampling(.bilinear)
    /// Fairly sharp, ringing little.
    public static let bicubic = Resampling(.bicubic)
    /// Sharp; the standard.
    public static let lanczos3 = Resampling(.lanczos3)

    /// The same with every sample seen by the filter.
    public var exact: Resampling { Resampling(filter, isExact: true, isLinear: isLinear) }
    /// The same in linear light.
    public var linear: Resampling { Resampling(filter, isExact: isExact, isLinear: true) }

    /// What is not standard, for identifiers: `, bicubic, exact`.
    var identifierSuffix: String {
        let names =
            (filter.identifier == ResamplingFilter.lanczos3.identifier ? [] : [filter.identifier])
            + (isExact ? ["exact"] : []) + (isLinear ? ["linear"] : [])
        return names.map { ", \($0)" }.joined()
    }
}
