public import Foundation
internal import Synchronization

/// An immutable block of upright pixels, shared freely between threads.
public struct PixelBuffer: Sendable {
    /// How the pixels lie in memory.
    public let layout: PixelLayout
    private var storage: PixelStorage

    init(layout: PixelLayout, storage: PixelStorage) {
        self.layout = layout
        self.storage = storage
    }

    /// Copies pixels from bytes that lie as `layout` says.
    /// - Throws: `PluginError` with `.truncated` when the count is not `layout.byteCount`.
    public init(layout: PixelLayout, copying bytes: Data) throws(PluginError) {
        guard bytes.count == layout.byteCount else {
            throw PluginError(
                .truncated, pluginID: "core",
                message:
                    "\(layout.width)x\(layout.height) pixels take \(layout.byteCount) bytes, not \(bytes.count)."
            )
        }
        let storage = try PixelStorage(byteCount: layout.byteCount)
        unsafe bytes.copyBytes(to: storage.bytes)
        self.init(layout: layout, storage: storage)
    }

    /// Pixels in a row.
    public var width: Int { layout.width }
    /// Rows.
    public var height: Int { layout.height }

    /// Lends all bytes for reading.
    public func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(storage.bytes)))
    }

    /// Lends all samples of an 8-bit buffer for reading.
    /// - Precondition: `layout.depth` is `.eight`.
    public func withSamples8<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(layout.depth == .eight, "8-bit access to a 16-bit buffer")
        return try unsafe body(
            Span(_unsafeElements: UnsafeBufferPointer(storage.bytes.assumingMemoryBound(to: UInt8.self))))
    }

    /// Lends all samples of a 16-bit buffer for reading.
    /// - Precondition: `layout.depth` is `.sixteen`.
    public func withSamples16<Result, Failure: Error>(
        _ body: (Span<UInt16>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(layout.depth == .sixteen, "16-bit access to an 8-bit buffer")
        return try unsafe body(
            Span(_unsafeElements: UnsafeBufferPointer(storage.bytes.assumingMemoryBound(to: UInt16.self))))
    }

    /// Gives an equal buffer as long as somebody holds these pixels.
    func weakForm() -> @Sendable () -> PixelBuffer? {
        storage.isFoundWeakly.store(true, ordering: .releasing)
        return { [weak storage, layout] in
            storage.map { PixelBuffer(layout: layout, storage: $0) }
        }
    }

    /// A canvas holding these pixels: the same memory when this was its last owner, else a copy.
    /// - Throws: `PluginError` with `.outOfMemory`.
    public consuming func thaw() throws(PluginError) -> PixelCanvas {
        // Who finds the storage weakly may become another owner at any time.
        if isKnownUniquelyReferenced(&storage), !storage.isFoundWeakly.load(ordering: .acquiring) {
            return PixelCanvas(layout: layout, adopting: storage)
        }
        let copy = try PixelStorage(byteCount: layout.byteCount)
        unsafe copy.bytes.copyMemory(from: UnsafeRawBufferPointer(storage.bytes))
        return PixelCanvas(layout: layout, adopting: copy)
    }
}
