internal import Foundation
internal import Glibc

/// A file that is being written, unseen by readers until it is put in place; it is gone if it never is.
///
/// Where the file system can, it has no name until then, so that a process that is killed leaves nothing behind. Elsewhere
/// its name is hidden, and what killed writers leave is removed later.
struct TemporaryFile: ~Copyable {
    private static let prefix = ".kf-"
    private static let suffix = ".tmp"

    /// Nil for a file without a name.
    private let path: String?
    private let descriptor: Int32
    private let folder: String

    private init(path: String?, descriptor: Int32, folder: String) {
        self.path = path
        self.descriptor = descriptor
        self.folder = folder
    }

    deinit {
        close(descriptor)
        // After a rename there is nothing of this name.
        if let path { unlink(path) }
    }

    /// A name that nobody has. Hidden, so that cleaning and listings pass over it.
    static func unusedName() -> String {
        "\(prefix)\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))\(suffix)"
    }

    /// Creates a file in a folder.
    static func create(in folder: String) throws(SystemFailure) -> TemporaryFile {
        do throws(SystemFailure) {
            return try createUnnamed(in: folder)
        } catch let failure where failure.code == EOPNOTSUPP || failure.code == EISDIR {
            return try createNamed(in: folder)
        }
    }

    /// Whether a file can be given its name by way of /proc, which is not mounted everywhere.
    private static let hasDescriptorNames = access("/proc/self/fd", X_OK) == 0

    /// Creates a file without a name.
    /// - Throws: `SystemFailure`; with `EOPNOTSUPP`, on very old kernels `EISDIR`, where the file system has none such.
    private static func createUnnamed(in folder: String) throws(SystemFailure) -> TemporaryFile {
        guard hasDescriptorNames else { throw SystemFailure(code: EOPNOTSUPP) }
        let descriptor = try SystemFailure.check { open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0o666) }
        return TemporaryFile(path: nil, descriptor: descriptor, folder: folder)
    }

    /// Creates a file with a hidden name.
    static func createNamed(in folder: String) throws(SystemFailure) -> TemporaryFile {
        let path = "\(folder)/\(unusedName())"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = try SystemFailure.check { open(path, flags, 0o666) }
        // Tells cleaners in any process, and in any container that sees this folder, that the writer lives.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return TemporaryFile(path: path, descriptor: descriptor, folder: folder)
    }

    /// Writes both parts of a file, one behind the other.
    func write(_ payload: RawSpan, _ end: RawSpan) throws(SystemFailure) {
        let total = payload.byteCount + end.byteCount
        let done = payload.withUnsafeBytes { payload in
            end.withUnsafeBytes { end in
                let parts = [payload, end].map { part in
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: part.baseAddress), iov_len: part.count)
                }
                return writev(descriptor, parts, 2)
            }
        }
        // Whole as a rule; a full disk or a signal may cut it short, and trying on tells why.
        guard done < total else { return }
        let start = max(done, 0)
        try write(payload.extracting(min(start, payload.byteCount)..<payload.byteCount))
        try write(end.extracting(max(start - payload.byteCount, 0)..<end.byteCount))
    }

    private func write(_ bytes: RawSpan) throws(SystemFailure) {
        try bytes.withUnsafeBytes { (bytes) throws(SystemFailure) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = try SystemFailure.check { Glibc.write(descriptor, part.baseAddress, part.count) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Sets both times.
    func setTimes(accessed: FileTime, modified: FileTime) throws(SystemFailure) {
        let times = [accessed.timespec, modified.timespec]
        try SystemFailure.check { futimens(descriptor, times) }
    }

    /// Gives the file its name, in one step that readers in any process see wholly or not at all.
    ///
    /// Nothing is flushed to the disk first: that would cost milliseconds for each entry of a cache, and an entry that
    /// a power failure tears is found by its checksum and fetched again.
    /// - Parameter overwriting: Whether a file of that name is replaced; otherwise it is a failure with `EEXIST`.
    consuming func put(at destination: String, overwriting: Bool) throws(SystemFailure) {
        if let path {
            try SystemFailure.check { overwriting ? rename(path, destination) : link(path, destination) }
            return
        }
        do throws(SystemFailure) {
            try name(destination)
        } catch let failure where failure.code == EEXIST && overwriting {
            // A link replaces nothing, a rename does; the hidden name is there for the time of one call.
            let aside = "\(folder)/\(Self.unusedName())"
            try name(aside)
            do throws(SystemFailure) {
                try SystemFailure.check { rename(aside, destination) }
            } catch {
                unlink(aside)
                throw error
            }
        }
    }

    private func name(_ path: String) throws(SystemFailure) {
        try SystemFailure.check {
            linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW)
        }
    }

    /// Removes what writers that no longer live have left in a folder.
    /// - Parameter now: Files that changed in the ten seconds before are left: a writer takes its lock just after it
    ///   creates the file.
    static func removeAbandoned(in folder: String, now: FileTime) {
        try? FolderListing.forEachHiddenName(in: folder) { name in
            guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return }
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                let status = try? FileStatus(ofDescriptor: descriptor), status.isRegular,
                FileTime(status.changed.date.addingTimeInterval(10)) < now
            else { return }
            unlink(path)
        }
    }
}
