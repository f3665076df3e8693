extension Image {
    /// The profile that the pixels are in; nil where the image has none, or one of gray pixels on coloured ones.
    ///
    /// The latter comes of tools that turn gray files into coloured ones and leave the profile; viewers ignore it.
    /// A profile of colours serves gray pixels: they are its equal amounts of red, green and blue.
    public var effectiveProfile: ICCProfile? {
        guard let profile = metadata.iccProfile else { return nil }
        return profile.colorSpace == .gray && pixels.layout.channels.hasColor ? nil : profile
    }

    /// Whether the pixels are in sRGB, or gray with its tone curve: by the profile, else the code points; without
    /// either they are.
    public var isSRGB: Bool {
        if let profile = effectiveProfile { return profile.isSRGB }
        return metadata.colorCodePoints?.isSRGB ?? true
    }
}
