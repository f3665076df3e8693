public import KingfisherCore

/// Adds conversion between colour profiles by the system's Little CMS (lcms2).
public struct ColorPlugin: Plugin {
    /// `color`.
    public let id: String = ColorPlugin.id

    static let id: String = "color"

    /// Makes the plugin.
    public init() {}

    /// Sets `LCMSColorConverter` as the registry's colour converter.
    /// - Throws: `PluginError` with `.duplicateRegistration` when another plugin has set one.
    public func register(into registry: inout PluginRegistry) throws {
        try registry.register(colorConverter: LCMSColorConverter())
    }
}
