internal import Glibc

/// Walks through the names in a folder.
enum FolderListing {
    /// Calls `body` with each hidden name but `.` and `..`, in no order.
    static func forEachHiddenName(in folder: String, _ body: (String) throws -> Void) throws {
        try forEachEntry(in: folder) { bytes, _ in
            guard bytes.first == UInt8(ascii: ".") else { return }
            try body(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Calls `body` with each visible regular file and its status. A file that goes meanwhile is left out.
    static func forEachFile(in folder: String, _ body: (String, FileStatus) throws -> Void) throws {
        try forEachEntry(in: folder) { bytes, descriptor in
            guard bytes.first != UInt8(ascii: ".") else { return }
            let name = String(decoding: bytes, as: UTF8.self)
            guard let status = try? FileStatus(ofPath: name, in: descriptor), status.isRegular else { return }
            try body(name, status)
        }
    }

    /// Calls `body` with the bytes of each name but `.` and `..`, and the folder's descriptor.
    ///
    /// A folder that does not exist is one without names.
    static func forEachEntry(
        in folder: String, _ body: (UnsafeBufferPointer<UInt8>, Int32) throws -> Void
    ) throws {
        guard let stream = opendir(folder) else {
            if errno == ENOENT { return }
            throw SystemFailure.last
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw SystemFailure.last }
                return
            }
            let name = nameBytes(of: entry)
            if name.count > 2 || name.contains(where: { $0 != UInt8(ascii: ".") }) {
                try body(name, dirfd(stream))
            }
        }
    }

    /// The name inside a directory entry, valid as long as the entry. Not through `d_name`: importing it as 256
    /// bytes, Swift would read past the end of shorter entries.
    private static func nameBytes(of entry: UnsafeMutablePointer<dirent>) -> UnsafeBufferPointer<UInt8> {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? MemoryLayout<dirent>.size
        let start = UnsafeRawPointer(entry) + offset
        let length = strlen(start.assumingMemoryBound(to: CChar.self))
        return UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: length)
    }
}
