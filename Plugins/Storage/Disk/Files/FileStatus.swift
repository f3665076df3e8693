internal import Glibc

/// What the file system knows of a file.
struct FileStatus: Sendable {
    let size: Int
    let isRegular: Bool
    let accessed: FileTime
    let modified: FileTime
    /// When anything about the file last changed; cannot be set.
    let changed: FileTime
    private let device: UInt64
    private let inode: UInt64

    fileprivate init(_ status: stat) {
        size = Int(status.st_size)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        accessed = FileTime(status.st_atim)
        modified = FileTime(status.st_mtim)
        changed = FileTime(status.st_ctim)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// The status of what a path names, following no symbolic link at its end.
    init(ofPath path: String, in folder: Int32 = AT_FDCWD) throws(SystemFailure) {
        var status = stat()
        try SystemFailure.check { fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) }
        self.init(status)
    }

    /// The status of an open file.
    init(ofDescriptor descriptor: Int32) throws(SystemFailure) {
        var status = stat()
        try SystemFailure.check { fstat(descriptor, &status) }
        self.init(status)
    }

    /// Whether the other status is of the same file with the same content and expiry.
    ///
    /// Size and time as well, because file systems soon use the number of a removed file again.
    func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode && size == other.size && modified == other.modified
    }
}
