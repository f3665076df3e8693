/// What errors of this plugin are known by.
enum GTKFailure {
    static let pluginID = "gtk"
}
