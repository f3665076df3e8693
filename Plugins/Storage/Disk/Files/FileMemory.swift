internal import Foundation
internal import Glibc

/// Memory with the bytes of a file, given back unless a `Data` takes it over.
struct FileMemory: ~Copyable {
    private let start: UnsafeMutableRawPointer
    private let count: Int
    private let isMapped: Bool

    private init(start: UnsafeMutableRawPointer, count: Int, isMapped: Bool) {
        self.start = start
        self.count = count
        self.isMapped = isMapped
    }

    deinit {
        Self.giveBack(start, count, isMapped)
    }

    /// Memory to read into.
    static func allocated(_ count: Int) throws(SystemFailure) -> FileMemory {
        guard let start = malloc(max(count, 1)) else { throw SystemFailure(code: ENOMEM) }
        return FileMemory(start: start, count: count, isMapped: false)
    }

    /// The pages of a file, which the kernel shares between all who map it. They are brought in at once, because the
    /// checksum goes over all of them.
    static func mapped(_ descriptor: Int32, _ count: Int) throws(SystemFailure) -> FileMemory {
        guard let start = mmap(nil, max(count, 1), PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0),
            start != MAP_FAILED
        else { throw .last }
        return FileMemory(start: start, count: count, isMapped: true)
    }

    var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: start, count: count) }

    /// The first bytes, which keep the memory as long as somebody has them.
    consuming func data(first length: Int) -> Data {
        let (start, count, isMapped) = (start, count, isMapped)
        discard self
        // Foundation copies a few bytes and gives the memory back at once.
        return Data(
            bytesNoCopy: start, count: length,
            deallocator: .custom { _, _ in Self.giveBack(start, count, isMapped) })
    }

    private static func giveBack(_ start: UnsafeMutableRawPointer, _ count: Int, _ isMapped: Bool) {
        if isMapped { munmap(start, max(count, 1)) } else { free(start) }
    }
}
