internal import KingfisherCore

extension GIFStructure {
    /// What `inspect` tells.
    /// - Throws: `PluginError`, also where the bytes end before it is known how large the canvas is.
    func info(of bytes: RawSpan, limits: DecodingLimits) throws(PluginError) -> ImageInfo {
        try checkForImage()
        var info = ImageInfo(
            format: .gif, width: width, height: height, hasAlpha: hasTransparency(first: frames.count),
            bitDepth: bitDepth, colorModel: .indexed,
            iccProfile: try iccProfile(in: bytes, limit: limits.metadataBytes))
        // The format has no place for EXIF.
        info.hasEXIF = false
        info.hasXMP = packetBlocks != nil ? true : ending == .proper ? false : nil
        if frameCount > 1 {
            info.frameCount = frameCount
            info.loopCount = loopCount
            info.duration = duration
        }
        return info
    }

    /// Refuses a file without an image, or with a canvas without pixels.
    func checkForImage() throws(PluginError) {
        if frames.isEmpty, ending == .missing {
            throw CodecFailure.gif.truncated("the data ends before the first image")
        }
        guard !frames.isEmpty else { throw CodecFailure.gif.corrupt("it has no image") }
        guard width > 0, height > 0 else { throw CodecFailure.gif.corrupt("its canvas has no pixels") }
    }

    /// Bits of an index into the largest colour table.
    private var bitDepth: Int {
        let tables = frames.compactMap { $0.table ?? globalTable }
        let colors = tables.map { $0.count / 3 }.max() ?? 2
        return colors.trailingZeroBitCount
    }
}
