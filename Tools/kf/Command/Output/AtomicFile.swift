import Foundation
@preconcurrency import Glibc
import KingfisherCore

/// Writes files that are either whole or not there.
enum AtomicFile {
    /// Writes beside the target under a temporary name, then renames.
    ///
    /// A symbolic link is followed; what is no regular file (a pipe, `/dev/null`) is written to directly. An existing
    /// file keeps its permissions.
    /// - Throws: `PluginError` naming the file and the reason; the file is then as it was.
    static func write(_ data: Data, to path: String) throws {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR {
            throw PluginError(
                .ioFailed, pluginID: "kf", message: "\(path) is a folder; -O writes into folders.")
        }
        if exists, status.st_mode & S_IFMT != S_IFREG {
            return try writeDirectly(data, to: path)
        }
        let target = exists ? resolved(path) : path
        try replace(target, with: data, mode: exists ? status.st_mode & 0o7777 : nil)
    }

    private static func replace(_ target: String, with data: Data, mode: mode_t?) throws {
        let temporary = try makeTemporary(for: target)
        defer { TemporaryFiles.shared.forget(temporary.path) }
        do {
            defer { close(temporary.descriptor) }
            try FileBytes.write(data, to: temporary.descriptor, naming: target)
            if let mode { fchmod(temporary.descriptor, mode) }
        } catch {
            unlink(temporary.path)
            throw error
        }
        guard rename(temporary.path, target) == 0 else {
            let reason = errno
            unlink(temporary.path)
            throw FileBytes.failure(target, errno: reason)
        }
    }

    private static func makeTemporary(for target: String) throws -> (path: String, descriptor: Int32) {
        let slash = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
        // Without the target's own name, which may already be as long as a name can be.
        let name = String(UInt64.random(in: .min ... .max), radix: 36)
        let path = "\(target[..<slash]).kf-\(name).tmp"
        var descriptor: Int32 = -1, reason: Int32 = 0
        TemporaryFiles.shared.add {
            // The kernel takes the umask off the mode; mkstemp would not.
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            reason = errno
            return descriptor >= 0 ? path : nil
        }
        guard descriptor >= 0 else { throw FileBytes.failure(target, errno: reason) }
        return (path, descriptor)
    }

    private static func writeDirectly(_ data: Data, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileBytes.failure(path, errno: errno) }
        defer { close(descriptor) }
        try FileBytes.write(data, to: descriptor, naming: path)
    }

    private static func resolved(_ path: String) -> String {
        guard let buffer = realpath(path, nil) else { return path }
        defer { free(buffer) }
        return String(cString: buffer)
    }
}
