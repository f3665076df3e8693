internal import Foundation
internal import Glibc

/// A file of the cache, open for reading.
struct EntryFile: ~Copyable {
    private let descriptor: Int32
    let status: FileStatus

    private init(descriptor: Int32, status: FileStatus) {
        self.descriptor = descriptor
        self.status = status
    }

    deinit {
        close(descriptor)
    }

    /// Opens a file; nil when there is none, or something that is no regular file.
    static func open(_ path: String) throws(SystemFailure) -> EntryFile? {
        // No waiting for the other end of a pipe, no following of links, and no access time but the one we set.
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        var descriptor = Glibc.open(path, flags | O_NOATIME)
        if descriptor < 0, errno == EPERM { descriptor = Glibc.open(path, flags) }
        guard descriptor >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(errno) { return nil }
            throw .last
        }
        let status: FileStatus
        do throws(SystemFailure) {
            status = try FileStatus(ofDescriptor: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        guard status.isRegular else {
            close(descriptor)
            return nil
        }
        return EntryFile(descriptor: descriptor, status: status)
    }

    /// Whether this storage wrote a file. A hashed name is enough, so that torn files count.
    static func isOurs(_ name: String, in folder: String) -> Bool {
        if FileNaming.isHashed(name) { return true }
        guard let file = try? open("\(folder)/\(name)") else { return false }
        return file.hasTrailer
    }

    /// Whether the file ends as those of this storage do.
    var hasTrailer: Bool {
        guard let end = try? bytes(last: min(status.size, Trailer.tailLength)) else { return false }
        return Trailer.length(fromTail: end[...]) != nil
    }

    /// Reads the trailer.
    /// - Throws: `Damage`, or `SystemFailure`.
    func trailer() throws -> Trailer {
        // The first read is long enough for most trailers.
        var end = try bytes(last: min(status.size, 1024))
        guard let length = Trailer.length(fromTail: end[...]), length <= status.size else {
            throw Damage("it has no trailer")
        }
        if length > end.count { end = try bytes(last: length) }
        return try Trailer(end.suffix(length), fileSize: status.size)
    }

    /// Reads everything, or maps it where it is large, and compares the payload's checksum.
    /// - Parameter mapsFrom: The bytes from which on a file is mapped.
    /// - Throws: `Damage`, or `SystemFailure`.
    func contents(mapsFrom: Int) throws -> (trailer: Trailer, payload: Data) {
        let memory = try status.size >= mapsFrom ? FileMemory.mapped(descriptor, status.size) : wholeFile()
        let bytes = memory.bytes
        guard let length = Trailer.length(fromTail: [UInt8](bytes.suffix(Trailer.tailLength))[...]),
            length <= bytes.count
        else { throw Damage("it has no trailer") }
        let trailer = try Trailer([UInt8](bytes.suffix(length))[...], fileSize: status.size)
        let payload = UnsafeRawBufferPointer(rebasing: bytes[..<trailer.payloadLength])
        guard CRC32C.checksum(of: payload) == trailer.payloadChecksum else {
            throw Damage("its checksum is wrong")
        }
        return (trailer, memory.data(first: trailer.payloadLength))
    }

    private func wholeFile() throws -> FileMemory {
        let memory = try FileMemory.allocated(status.size)
        try read(into: memory.bytes, at: 0)
        return memory
    }

    /// Sets the times that are given. Failures do not matter: the file may belong to somebody else.
    func touch(accessed: FileTime, modified: FileTime?) {
        let omitted = timespec(tv_sec: 0, tv_nsec: UTIME_OMIT)
        _ = futimens(descriptor, [accessed.timespec, modified?.timespec ?? omitted])
    }

    private func bytes(last count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withUnsafeMutableBytes { try read(into: $0, at: status.size - count) }
        return bytes
    }

    private func read(into bytes: UnsafeMutableRawBufferPointer, at start: Int) throws {
        var done = 0
        while done < bytes.count {
            let part = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = try SystemFailure.check {
                pread(descriptor, part.baseAddress, part.count, off_t(start + done))
            }
            guard count > 0 else { throw Damage("it ends too early") }
            done += count
        }
    }
}
