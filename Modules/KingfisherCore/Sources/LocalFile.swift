import Foundation

/// Reading whole files with errors a person can act on.
enum LocalFile {
    /// Reads a regular file or a pipe to its end.
    /// - Throws: `PluginError` with `.ioFailed`.
    static func read(_ url: URL) throws(PluginError) -> Data {
        guard url.isFileURL else {
            throw failure("\(url.absoluteString) is not the URL of a file. Load it through the network.")
        }
        let path = url.path(percentEncoded: false)
        var isDirectory: ObjCBool = false
        if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
            isDirectory.boolValue
        {
            throw failure("\(path) is a folder, not an image file. Name the files in it.")
        }
        do {
            return try Data(contentsOf: url)
        } catch let error as CocoaError {
            throw failure(message(for: error, path: path), cause: error)
        } catch {
            throw failure("\(path) cannot be read.", cause: error)
        }
    }

    private static func message(for error: CocoaError, path: String) -> String {
        switch error.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "\(path) does not exist. Check the path."
        case .fileReadNoPermission: "\(path) cannot be read: permission denied. Check its owner and mode."
        default: "\(path) cannot be read."
        }
    }

    private static func failure(_ message: String, cause: (any Error)? = nil) -> PluginError {
        PluginError(.ioFailed, pluginID: "core", message: message, cause: cause)
    }
}
