internal import KingfisherCore

extension PixelBuffer {
    /// The picture after a conversion of its rows, which see straight alpha and leave it as it is.
    ///
    /// Premultiplied pixels are divided by alpha before and multiplied afterwards.
    /// - Parameter channels: What the conversion makes of the buffer's channels.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    func rowsConverted(
        by conversion: any RowConversion, to channels: PixelLayout.Channels
    ) throws -> PixelBuffer {
        let result = try PixelLayout(width: width, height: height, channels: channels, depth: layout.depth)
        var canvas = try PixelCanvas(result)
        try canvas.withMutableBytes { target in
            try target.withUnsafeMutableBytes { target in
                guard let start = target.baseAddress else { return }
                try eachBand(as: layout.kind) { band, rows in
                    band.withUnsafeBytes { band in
                        guard let band = band.baseAddress else { return }
                        conversion.convert(
                            band, into: start + rows.lowerBound * result.bytesPerRow,
                            pixels: rows.count * result.width)
                    }
                }
            }
        }
        let converted = canvas.freeze()
        return layout.alphaMode == .premultiplied ? try converted.premultiplied() : converted
    }
}
