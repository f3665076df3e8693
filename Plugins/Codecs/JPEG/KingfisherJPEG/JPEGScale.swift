internal import KingfisherCore

/// The fraction of its size at which an image is decoded.
struct JPEGScale {
    /// 1 to 8, of eight.
    let eighths: Int

    /// Chooses the smallest fraction at which a later resampling to the target still has its full quality.
    /// - Throws: `PluginError` with `.limitExceeded` where even that has more pixels than the limits allow.
    init(for header: JPEGHeader, options: DecodingOptions) throws(PluginError) {
        let frame = header.frame
        var eighths = 8
        if let target = options.target {
            let upright = header.orientation.upright(frame.width, frame.height)
            let wanted = target.minimumSize(forWidth: upright.width, height: upright.height)
            let minimum = header.orientation.upright(wanted.width, wanted.height)
            let sufficient = (1..<8).first { eighths in
                Self.scaled(frame.width, eighths) >= minimum.width
                    && Self.scaled(frame.height, eighths) >= minimum.height
            }
            eighths = sufficient ?? 8
        }
        self.eighths = eighths
        try options.limits.check(
            width: Self.scaled(frame.width, eighths), height: Self.scaled(frame.height, eighths),
            pluginID: JPEGPlugin.id)
    }

    /// The library's rounding: up.
    private static func scaled(_ side: Int, _ eighths: Int) -> Int {
        (side * eighths + 7) / 8
    }
}
