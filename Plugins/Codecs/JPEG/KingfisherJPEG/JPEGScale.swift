internal import CKingfisherJPEG
internal import KingfisherCore

/// The fraction of its size at which an image is decoded.
struct JPEGScale {
    /// 1 to 8, of eight.
    let eighths: Int

    /// Chooses the smallest fraction at which a later resampling to the target still has its full quality.
    init(for target: DecodingTarget?, stored: kf_jpeg_header, orientation: ImageOrientation) {
        guard let target else {
            eighths = 8
            return
        }
        let width = Int(stored.width)
        let height = Int(stored.height)
        let upright = orientation.upright(width, height)
        let wanted = target.minimumSize(forWidth: upright.width, height: upright.height)
        let minimum = orientation.upright(wanted.width, wanted.height)
        eighths =
            (1..<8).first { eighths in
                Self.scaled(width, eighths) >= minimum.width && Self.scaled(height, eighths) >= minimum.height
            } ?? 8
    }

    /// Refuses what would take more memory than the limits allow, before any of it is allocated.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func check(_ stored: kf_jpeg_header, within limits: DecodingLimits) throws(PluginError) {
        try limits.check(
            width: Self.scaled(Int(stored.width), eighths), height: Self.scaled(Int(stored.height), eighths),
            pluginID: JPEGPlugin.id)
        guard stored.buffers_coefficients, let most = Self.coefficientBytes(within: limits) else { return }
        guard stored.coefficient_bytes <= most else {
            throw PluginError(
                .limitExceeded, pluginID: JPEGPlugin.id,
                message: "The progressive JPEG of \(stored.width)x\(stored.height) pixels takes "
                    + "\(stored.coefficient_bytes) bytes to decode at any size; the limit is \(most), eight for each "
                    + "of \(limits.pixels) pixels. Raise DecodingLimits.pixels or convert it to baseline JPEG."
            )
        }
    }

    /// What the coefficients of an image of several scans may take: as much as those of an image at the limit
    /// with four full-size components; nil where that is more than any file needs.
    static func coefficientBytes(within limits: DecodingLimits) -> Int? {
        let (bytes, overflow) = limits.pixels.multipliedReportingOverflow(by: 8)
        return overflow ? nil : bytes
    }

    /// The library's rounding: up.
    private static func scaled(_ side: Int, _ eighths: Int) -> Int {
        (side * eighths + 7) / 8
    }
}
