internal import Glibc
internal import KingfisherCore

/// A system call that failed.
struct SystemFailure: Error, Sendable {
    /// The `errno` it left.
    let code: Int32

    var description: String { String(cString: strerror(code)) }

    /// The failure of the call just made.
    static var last: SystemFailure { SystemFailure(code: errno) }

    /// Calls until a signal no longer interrupts.
    /// - Throws: `SystemFailure` when the result is negative.
    @discardableResult
    static func check<Number: SignedInteger>(_ call: () -> Number) throws(SystemFailure) -> Number {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw .last }
        }
    }
}

extension PluginError {
    /// The id of everything in this plugin.
    static let diskID = "disk"

    /// A failure to change something in the cache folder.
    static func writing(_ folder: String, _ failure: SystemFailure) -> PluginError {
        switch failure.code {
        case ENOSPC, EDQUOT:
            PluginError(
                .noSpace, pluginID: diskID,
                message:
                    "No space is left for the cache in \(folder) (\(failure.description)). Free some, set a "
                    + "size limit, or choose another cache folder.")
        case EROFS, EACCES, EPERM:
            PluginError(
                .readOnly, pluginID: diskID,
                message:
                    "The cache folder \(folder) cannot be written (\(failure.description)). Make it writable "
                    + "or choose another cache folder.")
        default:
            PluginError(
                .ioFailed, pluginID: diskID,
                message:
                    "Writing to the cache folder \(folder) failed (\(failure.description)). Repair it or "
                    + "choose another cache folder.")
        }
    }

    /// A failure to read something in the cache folder.
    static func reading(_ path: String, _ failure: SystemFailure) -> PluginError {
        PluginError(
            .ioFailed, pluginID: diskID,
            message:
                "Reading \(path) of the cache failed (\(failure.description)). Make it readable or choose "
                + "another cache folder.")
    }
}
