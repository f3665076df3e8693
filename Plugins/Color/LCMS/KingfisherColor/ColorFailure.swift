internal import KingfisherCore

/// What the plugin throws.
enum ColorFailure {
    static let outOfMemory = PluginError(
        .outOfMemory, pluginID: ColorPlugin.id,
        message: "The system has no memory left to convert colours. Decode the image smaller.")

    /// A profile that lcms2 cannot read or use.
    static func damaged(_ profile: ICCProfile, _ detail: String?) -> PluginError {
        PluginError(
            .corrupt, pluginID: ColorPlugin.id,
            message: "The colour profile\(name(of: profile)) cannot be used: "
                + "\(plain(detail ?? "it lacks what a conversion needs")). \(wayOut)")
    }

    /// A sound profile of a kind that pixels do not have.
    static func unsupported(_ profile: ICCProfile, _ detail: String) -> PluginError {
        PluginError(
            .unsupportedFeature, pluginID: ColorPlugin.id,
            message: "The colour profile\(name(of: profile)) \(detail).")
    }

    static func unsupported(_ points: ColorCodePoints) -> PluginError {
        PluginError(
            .unsupportedFeature, pluginID: ColorPlugin.id,
            message:
                "The image's colour space (primaries \(points.primaries), transfer \(points.transfer) of "
                + "ITU-T H.273) is none that can be converted. Set the image's `colorCodePoints` to nil to take "
                + "its pixels as sRGB.")
    }

    /// A conversion that the library refuses, though each profile can be read.
    static func refused(_ detail: String?) -> PluginError {
        PluginError(
            .corrupt, pluginID: ColorPlugin.id,
            message: "Colours cannot be converted between the two profiles: "
                + "\(plain(detail ?? "one lacks what that needs")). \(wayOut)")
    }

    static let wayOut =
        "Set the image's `iccProfile` to nil to take its pixels as sRGB, or save the file with a sound profile."

    private static func name(of profile: ICCProfile) -> String {
        profile.description.map { " “\(plain($0))”" } ?? ""
    }

    /// Text out of a file, short and fit for a log.
    private static func plain(_ text: String) -> String {
        let printable = text.unicodeScalars.filter { !$0.properties.isWhitespace || $0 == " " }
            .filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        return String(String.UnicodeScalarView(printable.prefix(100)))
    }
}
