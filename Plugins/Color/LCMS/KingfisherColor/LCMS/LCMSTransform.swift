internal import CLCMS
internal import KingfisherCore

/// The owner of a transform of lcms2: relative colorimetric, with black point compensation.
///
/// Source: Little CMS 2.14 API, "Transforms".
// Safe: a transform made with cmsFLAGS_NOCACHE is only read when pixels go through it; several threads may.
final class LCMSTransform: RowConversion, @unchecked Sendable {
    /// How samples lie in memory.
    struct Format {
        var colors: Int
        var extra = 0
        var depth: PixelLayout.Depth
    }

    private let handle: cmsHTRANSFORM
    /// Outlives the transform, which reports to it.
    private let context: LCMSContext

    /// Makes a transform; the profiles may be closed afterwards.
    /// - Parameter exact: Whether each pixel goes through all steps in floating point; slow.
    /// - Throws: `PluginError` where the profiles lack what it needs.
    static func open(
        from source: borrowing LCMSProfile, _ sourceFormat: Format, to target: borrowing LCMSProfile,
        _ targetFormat: Format, exact: Bool, in context: LCMSContext
    ) throws(PluginError) -> LCMSTransform {
        var flags = cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION
        if exact { flags |= cmsFLAGS_NOOPTIMIZE }
        if targetFormat.extra > 0 { flags |= cmsFLAGS_COPY_ALPHA }
        let handle = cmsCreateTransformTHR(
            context.handle, source.handle, sourceFormat.code, target.handle, targetFormat.code,
            cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(flags))
        guard let handle else { throw ColorFailure.refused(context.lastWords) }
        return LCMSTransform(handle, context)
    }

    private init(_ handle: cmsHTRANSFORM, _ context: LCMSContext) {
        self.handle = handle
        self.context = context
    }

    deinit {
        cmsDeleteTransform(handle)
    }

    func convert(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, pixels: Int) {
        // One call takes at most 2^32 - 1 pixels; those that convert hand over a band of rows, or a row.
        cmsDoTransform(handle, source, target, cmsUInt32Number(clamping: pixels))
    }
}

extension LCMSTransform.Format {
    fileprivate var code: cmsUInt32Number {
        let space = [1: PT_GRAY, 3: PT_RGB, 4: PT_CMYK][colors] ?? PT_ANY
        return kf_lcms_format(
            cmsUInt32Number(space), cmsUInt32Number(colors), cmsUInt32Number(extra),
            cmsUInt32Number(depth.bytes))
    }
}
