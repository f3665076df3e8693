import Foundation
import KingfisherCore

/// Working memory of a kernel, uninitialised, freed with its owner.
// Safe: it alone owns the memory, and cannot be copied. Access through `start`, where bounds and life matter, is marked.
@safe struct Scratch<Element: BitwiseCopyable>: ~Copyable {
    let start: UnsafeMutablePointer<Element>

    /// - Throws: `PluginError` with `.outOfMemory`.
    init(count: Int) throws(PluginError) {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflow, let memory = unsafe malloc(max(bytes, 1)) else {
            throw PluginError(
                .outOfMemory, pluginID: "processing",
                message:
                    "The system has no memory to resize rows of \(count) samples; decode the image smaller.")
        }
        unsafe start = memory.bindMemory(to: Element.self, capacity: count)
    }

    deinit {
        unsafe free(start)
    }
}
