import Foundation
@preconcurrency import Glibc
import KingfisherCore

/// Reads files and standard input, and no more of them than the limits allow: either may be endless.
enum SourceBytes {
    private static let chunk = 256 << 10

    /// Reads a file or pipe to its end.
    /// - Throws: `PluginError` with `.ioFailed` or `.limitExceeded`.
    static func file(_ path: String, limits: DecodingLimits) throws -> Data {
        guard !path.utf8.contains(0) else {
            throw PluginError(.ioFailed, pluginID: "kf", message: "A path cannot hold a zero byte.")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        return try all(of: descriptor, limits: limits)
    }

    /// Reads standard input to its end.
    /// - Throws: `PluginError` with `.ioFailed` or `.limitExceeded`.
    static func standardInput(limits: DecodingLimits) throws -> Data {
        try all(of: STDIN_FILENO, limits: limits)
    }

    private static func all(of descriptor: Int32, limits: DecodingLimits) throws -> Data {
        var status = stat()
        let size = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status.st_size : 0
        // Of a regular file the size is known beforehand.
        try limits.check(encodedByteCount: size, pluginID: "kf")
        var data = Data(capacity: size)
        var buffer = [UInt8](repeating: 0, count: chunk)
        while true {
            let count = read(descriptor, &buffer, chunk)
            if count > 0 {
                data.append(contentsOf: buffer[..<count])
                try limits.check(encodedByteCount: data.count, pluginID: "kf")
            } else if count == 0 {
                return data
            } else if errno != EINTR {
                throw failure(errno)
            }
        }
    }

    private static func failure(_ reason: Int32) -> PluginError {
        let text =
            switch reason {
            case ENOENT, ENOTDIR: "There is no such file; check the path."
            case EISDIR: "It is a folder, not an image file; name the files in it."
            case EACCES, EPERM: "It cannot be read: permission denied. Check its owner and mode."
            case ENAMETOOLONG: "The name is too long for a file."
            case EBADF: "It is closed."
            default: "It cannot be read: \(String(cString: strerror(reason)))."
            }
        return PluginError(.ioFailed, pluginID: "kf", message: text)
    }
}
