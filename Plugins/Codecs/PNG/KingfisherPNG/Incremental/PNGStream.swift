internal import CKingfisherPNG
internal import Foundation
internal import KingfisherCore

/// Owns one C stream and the canvas that its rows are drawn on.
struct PNGStream: ~Copyable {
    private let handle: OpaquePointer
    /// There as soon as the layout is known; taken out while rows are drawn.
    private var canvas: PixelCanvas?
    private var hasCanvas = false

    private init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        kf_png_stream_close(handle)
    }

    static func open(keepsHighDepth: Bool) throws(PluginError) -> PNGStream {
        var handle: OpaquePointer?
        try PNGFailure.check { kf_png_stream_open(!keepsHighDepth, &handle, $0) }
        guard let handle else { preconditionFailure("an opened PNG stream is not NULL") }
        return PNGStream(handle: handle)
    }

    /// Grows with every row drawn.
    var progress: UInt64 { kf_png_stream_progress(handle) }

    /// Whether the closing chunk was reached without a fault.
    var isComplete: Bool { kf_png_stream_is_complete(handle) }

    /// Takes the next bytes of the file and draws the rows that they complete.
    /// - Parameter prepare: Called once, with the pixels next, before memory is taken for them; throws to stop.
    mutating func append(_ data: Data, prepare: () throws -> Void) throws {
        try data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                try WorkCancellation.check()
                // In pieces, so that a cancelled caller does not wait for all rows.
                let piece = UnsafeRawBufferPointer(rebasing: bytes[offset...].prefix(64 << 10))
                offset += try hasCanvas ? draw(piece) : begin(piece, prepare)
            }
        }
    }

    /// What has been drawn so far; nil before the first row.
    mutating func snapshot() throws -> PixelBuffer? {
        guard progress > 0 else { return nil }
        return try canvas?.copied()
    }

    /// All rows, without a copy, when they are complete.
    mutating func finished() -> PixelBuffer? {
        guard isComplete, let drawn = canvas.take() else { return nil }
        return drawn.freeze()
    }

    /// Takes bytes in front of the pixels; how many.
    private mutating func begin(_ bytes: UnsafeRawBufferPointer, _ prepare: () throws -> Void) throws -> Int {
        let (taken, layout) = try Self.push(bytes, into: handle, rows: nil)
        if layout.width > 0 {
            try prepare()
            canvas = try PixelCanvas(PixelLayout(layout))
            hasCanvas = true
        }
        return taken
    }

    private mutating func draw(_ bytes: UnsafeRawBufferPointer) throws(PluginError) -> Int {
        let handle = handle
        let taken = try canvas?.withMutableBytes { span throws(PluginError) in
            try span.withUnsafeMutableBytes { rows throws(PluginError) in
                let start = rows.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return try Self.push(bytes, into: handle, rows: start).taken
            }
        }
        return taken ?? bytes.count
    }

    private static func push(
        _ bytes: UnsafeRawBufferPointer, into handle: OpaquePointer, rows: UnsafeMutablePointer<UInt8>?
    ) throws(PluginError) -> (taken: Int, layout: kf_png_layout) {
        var layout = kf_png_layout()
        var taken = 0
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        try PNGFailure.check { kf_png_stream_push(handle, start, bytes.count, rows, &layout, &taken, $0) }
        return (taken, layout)
    }
}

extension PixelCanvas {
    /// The pixels as they are now, in memory of their own.
    fileprivate mutating func copied() throws(PluginError) -> PixelBuffer {
        var copy = try PixelCanvas(layout)
        withMutableBytes { source in
            source.withUnsafeMutableBytes { source in
                copy.withMutableBytes { target in
                    target.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(source)) }
                }
            }
        }
        return copy.freeze()
    }
}
