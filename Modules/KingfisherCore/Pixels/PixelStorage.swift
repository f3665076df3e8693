import Foundation
internal import Synchronization

/// The block of memory beneath a `PixelCanvas`, later shared by `PixelBuffer` values.
///
/// Zero-filled at allocation, so that no path can show another image's memory. Large blocks are taken from the system
/// directly and in huge pages where it has them: a decoder that writes through 36 MB else spends a fifth of its time on
/// page faults.
// Safe: written only through the one `PixelCanvas` that owns it; `freeze()` ends that ownership, after which
// nothing writes to it any more.
@safe final class PixelStorage: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
    /// Whether there may be weak references, so that a single owner cannot know to remain one.
    let isFoundWeakly = Atomic(false)

    init(byteCount: Int) throws(PluginError) {
        let memory = unsafe Self.isMapped(byteCount) ? Self.map(byteCount) : calloc(byteCount, 1)
        guard let memory = unsafe memory else {
            throw PluginError(
                .outOfMemory, pluginID: "core",
                message: "The system has no \(byteCount) bytes for an image; decode it smaller.")
        }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
    }

    deinit {
        if unsafe Self.isMapped(bytes.count) {
            unsafe munmap(bytes.baseAddress, bytes.count)
        } else {
            unsafe free(bytes.baseAddress)
        }
    }

    /// Whether a block is worth more than one huge page.
    private static func isMapped(_ byteCount: Int) -> Bool {
        byteCount >= 4 << 20
    }

    private static func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard unsafe memory != MAP_FAILED, let memory = unsafe memory else { return nil }
        // Advice: without huge pages the block is as good, only slower to fill.
        unsafe _ = madvise(memory, byteCount, MADV_HUGEPAGE)
        return unsafe memory
    }
}
