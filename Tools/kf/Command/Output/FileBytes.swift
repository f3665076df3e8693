import Foundation
@preconcurrency import Glibc
import KingfisherCore

/// Whole writes to a descriptor, and errors that name the file.
enum FileBytes {
    /// Writes all of the data, however many calls that takes.
    /// - Throws: `PluginError` with `.noSpace`, `.readOnly` or `.ioFailed`.
    static func write(_ data: Data, to descriptor: Int32, naming name: String) throws {
        let reason: Int32 = data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let count = Glibc.write(
                    descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
                if count >= 0 {
                    offset += count
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        guard reason == 0 else { throw failure(name, errno: reason) }
    }

    /// Says in words why a file could not be written, and what helps.
    static func failure(_ name: String, errno reason: Int32) -> PluginError {
        let (code, text): (PluginError.Code, String) =
            switch reason {
            case ENOSPC, EDQUOT: (.noSpace, "the disk is full; free some space or write elsewhere")
            case EROFS: (.readOnly, "the file system is read-only; write elsewhere")
            case EACCES, EPERM: (.ioFailed, "permission denied; check the folder's owner and mode")
            case ENOENT, ENOTDIR: (.ioFailed, "its folder does not exist; make it first")
            case ENAMETOOLONG: (.ioFailed, "the name is too long")
            case EPIPE: (.ioFailed, "the reader closed it")
            default: (.ioFailed, String(cString: strerror(reason)))
            }
        return PluginError(code, pluginID: "kf", message: "\(name) cannot be written: \(text).")
    }
}
