internal import KingfisherCore

/// The pixels that an image is decoded to.
struct WebPScale {
    let layout: PixelLayout
    /// Whether the library scales while it decodes.
    let isScaled: Bool

    /// Chooses the smallest size at which a later resampling to the target still has its full quality.
    /// - Throws: `PluginError` with `.limitExceeded` where the limits do not allow the pixels that are held at a time.
    init(
        for image: WebPBitstream, orientation: ImageOrientation, options: DecodingOptions
    ) throws(PluginError) {
        var (width, height) = (image.width, image.height)
        if let target = options.target {
            let upright = orientation.upright(width, height)
            let least = target.minimumSize(forWidth: upright.width, height: upright.height)
            (width, height) = orientation.upright(least.width, least.height)
        }
        // Lossless images, and alpha channels, which are such, are unpacked by the library in full at any size.
        let isHeldInFull = image.isLossless || image.hasAlpha
        try options.limits.check(
            width: isHeldInFull ? image.width : width, height: isHeldInFull ? image.height : height,
            pluginID: WebPPlugin.id)
        layout = try PixelLayout(width: width, height: height, channels: image.hasAlpha ? .rgba : .rgb)
        isScaled = (width, height) != (image.width, image.height)
    }
}

extension WebPScale {
    /// The frame of an animation, as it is, with the channels of its canvas.
    init(for image: WebPBitstream, channels: PixelLayout.Channels) throws(PluginError) {
        layout = try PixelLayout(width: image.width, height: image.height, channels: channels)
        isScaled = false
    }
}
