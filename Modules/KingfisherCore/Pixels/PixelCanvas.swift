/// A block of pixels while it is being written: one owner, no copies.
///
/// Fill it through the closures, then `freeze()` it into a shareable `PixelBuffer` without copying.
public struct PixelCanvas: ~Copyable, Sendable {
    /// How the pixels lie in memory.
    public let layout: PixelLayout
    private let storage: PixelStorage

    /// Allocates a canvas of zero samples (black, or transparent where there is alpha).
    /// - Throws: `PluginError` with `.outOfMemory`.
    public init(_ layout: PixelLayout) throws(PluginError) {
        self.layout = layout
        self.storage = try PixelStorage(byteCount: layout.byteCount)
    }

    init(layout: PixelLayout, adopting storage: PixelStorage) {
        self.layout = layout
        self.storage = storage
    }

    /// Lends all bytes for writing, `layout.byteCount` of them.
    public mutating func withMutableBytes<Result, Failure: Error>(
        _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe storage.bytes
        var span = unsafe MutableRawSpan(_unsafeBytes: bytes)
        return try body(&span)
    }

    /// Lends all samples of an 8-bit canvas for writing.
    /// - Precondition: `layout.depth` is `.eight`.
    public mutating func withMutableSamples8<Result, Failure: Error>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(layout.depth == .eight, "8-bit access to a 16-bit canvas")
        let samples = unsafe storage.bytes.assumingMemoryBound(to: UInt8.self)
        var span = unsafe MutableSpan(_unsafeElements: samples)
        return try body(&span)
    }

    /// Lends all samples of a 16-bit canvas for writing.
    /// - Precondition: `layout.depth` is `.sixteen`.
    public mutating func withMutableSamples16<Result, Failure: Error>(
        _ body: (inout MutableSpan<UInt16>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(layout.depth == .sixteen, "16-bit access to an 8-bit canvas")
        let samples = unsafe storage.bytes.assumingMemoryBound(to: UInt16.self)
        var span = unsafe MutableSpan(_unsafeElements: samples)
        return try body(&span)
    }

    /// Ends writing, where it changed what the samples mean but not how many bytes they take.
    consuming func freeze(as layout: PixelLayout) -> PixelBuffer {
        precondition(layout.byteCount == self.layout.byteCount, "another number of bytes")
        return PixelBuffer(layout: layout, storage: storage)
    }

    /// Ends writing: the pixels, without a copy, as a value that any number of owners may share.
    public consuming func freeze() -> PixelBuffer {
        PixelBuffer(layout: layout, storage: storage)
    }
}
