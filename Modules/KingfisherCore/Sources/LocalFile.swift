package import Foundation
import Glibc

/// An open file, pipe or device that is read to its end, and no further than a limit: any of them may be endless.
package final class LocalFile: Sendable {
    /// For what may keep its reader waiting: a pipe without a writer must not hold up the files of caches.
    private static let streams = WorkPool(name: "streams", width: 4)
    private static let chunk = 256 << 10
    /// How long a wait goes on before it looks for cancellation, in milliseconds.
    private static let patience: Int32 = 50

    private let descriptor: Int32
    private let isOwned: Bool
    /// What messages call it.
    private let name: String
    private let pluginID: String
    /// The bytes of a regular file as far as they are known beforehand; nil for everything else.
    private let size: Int?

    /// Opens what a path names, without waiting for the other end of a pipe.
    /// - Throws: `PluginError` with `.ioFailed`, for folders as well.
    package convenience init(path: String, pluginID: String) throws(PluginError) {
        guard !path.utf8.contains(0) else {
            throw Self.failure("A path cannot hold a zero byte. Check the path.", pluginID)
        }
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.failure(Self.text(errno, path), pluginID) }
        try self.init(descriptor: descriptor, isOwned: true, name: path, pluginID: pluginID)
    }

    /// Reads from standard input, which stays open.
    /// - Throws: `PluginError` with `.ioFailed`, where it is a folder or closed.
    package static func standardInput(pluginID: String) throws(PluginError) -> LocalFile {
        try LocalFile(descriptor: STDIN_FILENO, isOwned: false, name: "Standard input", pluginID: pluginID)
    }

    private init(descriptor: Int32, isOwned: Bool, name: String, pluginID: String) throws(PluginError) {
        self.descriptor = descriptor
        self.isOwned = isOwned
        self.name = name
        self.pluginID = pluginID
        var status = stat()
        let reason: Int32? = unsafe fstat(descriptor, &status) == 0 ? nil : errno
        let kind = status.st_mode & S_IFMT
        size = kind == S_IFREG ? Int(status.st_size) : nil
        if let reason = reason ?? (kind == S_IFDIR ? EISDIR : nil) {
            throw Self.failure(Self.text(reason, name), pluginID)
        }
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Reads what `open` gives to its end, on threads that may wait.
    /// - Parameters:
    ///   - limit: The most bytes to read.
    ///   - open: Runs on a thread that may wait.
    /// - Throws: What `open` throws, `PluginError` with `.ioFailed` or `.limitExceeded`, or `CancellationError`, which
    ///   also ends a wait for a writer.
    package static func contents(
        limit: Int, opening open: @escaping @Sendable () throws -> LocalFile
    ) async throws -> Data {
        let file = try await WorkPool.fileAccess.run(open)
        let pool = file.size == nil ? streams : .fileAccess
        return try await pool.run { try file.read(limit: limit) }
    }

    private func read(limit: Int) throws -> Data {
        // Of a regular file the size is known beforehand. Some of the system's own say 0 and hold more.
        if let size, size > limit { throw tooLong("\(size) bytes", limit) }
        var data = Data(capacity: size ?? 0)
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            try WorkCancellation.check()
            guard try isReady() else { continue }
            let count = unsafe Glibc.read(descriptor, &buffer, Self.chunk)
            if count > 0 {
                guard data.count + count <= limit else { throw tooLong("more than \(limit) bytes", limit) }
                data.append(contentsOf: buffer[..<count])
            } else if count == 0 {
                return data
            } else if errno != EINTR, errno != EAGAIN {
                throw Self.failure(Self.text(errno, name), pluginID)
            }
        }
    }

    /// Whether reading would not wait: there are bytes, or the last writer has gone.
    private func isReady() throws -> Bool {
        guard size == nil else { return true }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&request, 1, Self.patience)
        guard count >= 0 || errno == EINTR else { throw Self.failure(Self.text(errno, name), pluginID) }
        return count > 0
    }

    private func tooLong(_ length: String, _ limit: Int) -> PluginError {
        PluginError(
            .limitExceeded, pluginID: pluginID,
            message: "\(name) has \(length); the limit is \(limit). "
                + "Raise DecodingLimits.encodedBytes or take a smaller file.")
    }

    private static func text(_ reason: Int32, _ name: String) -> String {
        switch reason {
        case ENOENT, ENOTDIR: "\(name) does not exist. Check the path."
        case EISDIR: "\(name) is a folder, not an image file. Name the files in it."
        case EACCES, EPERM: "\(name) cannot be read: permission denied. Check its owner and mode."
        case ENAMETOOLONG: "\(name) is too long for the name of a file. Check the path."
        case EBADF: "\(name) is closed. Open it for reading."
        default:
            unsafe "\(name) cannot be read: \(String(cString: strerror(reason))). Name a file or pipe that can."
        }
    }

    private static func failure(_ message: String, _ pluginID: String) -> PluginError {
        PluginError(.ioFailed, pluginID: pluginID, message: message)
    }
}
