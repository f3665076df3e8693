internal import KingfisherCore

/// What a conversion of rows is made of, and found again by.
enum Recipe: Hashable, Sendable {
    /// Pixels of a kind become pixels of `channels` and the same depth.
    case pixels(from: PixelSpace, to: PixelSpace, kind: PixelKind, channels: PixelLayout.Channels)
    /// Rows of four inks of 8 bits become rows of sRGB.
    case inks(ICCProfile)

    /// The recipe for an image's pixels.
    /// - Throws: `PluginError` where a profile cannot describe them.
    static func pixels(of image: Image, to target: ICCProfile?) throws(PluginError) -> Recipe {
        let kind = image.pixels.layout.kind
        if let source = image.effectiveProfile, source.colorSpace == .cmyk {
            throw ColorFailure.unsupported(
                source, "is one of inks, and the pixels are light. \(ColorFailure.wayOut)")
        }
        var channels = kind.channels
        if let target {
            guard [.rgb, .gray].contains(target.colorSpace) else {
                throw ColorFailure.unsupported(
                    target, "is not one of gray or RGB, so an image cannot be converted to it")
            }
            guard target.colorSpace == .rgb || !kind.channels.hasColor else {
                throw ColorFailure.unsupported(
                    target, "is one of gray, and the image is coloured. Convert it to one of RGB")
            }
            if target.colorSpace == .rgb { channels = kind.channels.hasAlpha ? .rgba : .rgb }
        }
        return .pixels(
            from: PixelSpace(of: image), to: target.map { .profile($0) } ?? .sRGB, kind: kind,
            channels: channels)
    }

    /// Makes the conversion.
    /// - Throws: `PluginError` for a profile that cannot be used.
    func make() throws(PluginError) -> any RowConversion {
        let context = try LCMSContext.open()
        switch self {
        case .pixels(let source, let target, let kind, let channels):
            let source = try source.open(gray: !kind.channels.hasColor, in: context)
            let target = try target.open(gray: !channels.hasColor, in: context)
            return try Self.conversion(
                from: source, to: target, kind: kind,
                reachesSRGB: reachesSRGB, in: context)
        case .inks(let profile):
            let source = try LCMSProfile.open(profile, in: context)
            let target = try LCMSProfile.sRGB(gray: false, in: context)
            return try LCMSTransform.open(
                from: source, .init(colors: 4, depth: .eight), to: target, .init(colors: 3, depth: .eight),
                exact: false, in: context)
        }
    }

    private var reachesSRGB: Bool {
        if case .pixels(_, .sRGB, _, _) = self { true } else { false }
    }

    private static func conversion(
        from source: borrowing LCMSProfile, to target: borrowing LCMSProfile, kind: PixelKind,
        reachesSRGB: Bool, in context: LCMSContext
    ) throws(PluginError) -> any RowConversion {
        switch kind.depth {
        case .eight:
            try conversion(of: UInt8.self, from: source, to: target, kind, reachesSRGB, context)
        case .sixteen:
            try conversion(of: UInt16.self, from: source, to: target, kind, reachesSRGB, context)
        }
    }

    private static func conversion<Sample: PixelSample>(
        of type: Sample.Type, from source: borrowing LCMSProfile, to target: borrowing LCMSProfile,
        _ kind: PixelKind, _ reachesSRGB: Bool, _ context: LCMSContext
    ) throws(PluginError) -> any RowConversion {
        let hasAlpha = kind.channels.hasAlpha
        guard kind.channels.hasColor else {
            return try GrayTable<Sample>(from: source, to: target, hasAlpha: hasAlpha, in: context)
        }
        if reachesSRGB, let matrix = MatrixConversion<Sample>(from: source, hasAlpha: hasAlpha) {
            return matrix
        }
        let format = LCMSTransform.Format(colors: 3, extra: hasAlpha ? 1 : 0, depth: kind.depth)
        return try LCMSTransform.open(
            from: source, format, to: target, format, exact: kind.depth == .sixteen, in: context)
    }
}
