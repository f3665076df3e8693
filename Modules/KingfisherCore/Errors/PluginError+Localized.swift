public import Foundation

extension PluginError: LocalizedError {
    /// The same as `description`.
    public var errorDescription: String? { description }
}
