internal import Glibc

/// Makes folders.
enum CacheFolder {
    /// Makes a folder and those above it, where they are missing.
    static func make(_ path: String) throws(SystemFailure) {
        if mkdir(path, 0o777) == 0 { return }
        switch errno {
        case EEXIST, EISDIR, EROFS:
            // A read-only file system says so even where the folder exists.
            let readOnly = errno == EROFS
            var status = stat()
            guard stat(path, &status) == 0 else { throw SystemFailure(code: readOnly ? EROFS : errno) }
            guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemFailure(code: ENOTDIR) }
        case ENOENT:
            let parent = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
            guard !parent.isEmpty else { throw SystemFailure(code: ENOENT) }
            try make(String(parent))
            // Another process may have been faster.
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
        default:
            throw .last
        }
    }
}
