internal import Foundation
internal import KingfisherCore

/// Shows the first image of a GIF while its bytes arrive: row by row, or finer with each pass of an interlaced one.
///
/// Blocks are walked and codes expanded once each, whatever the pieces in which they come.
// Safe: a value is used by one caller at a time, as the protocol demands.
final class GIFIncrementalDecoder: IncrementalImageDecoder, @unchecked Sendable {
    /// The first image as far as it is there.
    private struct Progress: ~Copyable {
        var expander: LZWExpander
        var indices: IndexPlane

        static func open(
            _ frame: GIFFrame, in bytes: UnsafeRawBufferPointer
        ) throws(PluginError) -> Progress {
            let stream = try LZWStream.open(frame, in: bytes)
            return Progress(expander: LZWExpander(stream), indices: try IndexPlane(frame))
        }
    }

    private let decoder: GIFDecoder
    private let options: DecodingOptions
    private var data = Data()
    private var walker = GIFWalker(frameLimit: 1)
    private var progress: Progress?
    /// Whether no further pixel of the first image can come.
    private var isOver = false

    init(decoder: GIFDecoder, options: DecodingOptions) {
        self.decoder = decoder
        self.options = options
    }

    func append(_ data: Data) throws {
        try options.limits.check(
            encodedByteCount: self.data.count + data.count, pluginID: GIFPlugin.pluginID)
        self.data += data
        try walker.walk(self.data.bytes, images: 1)
    }

    func takePartialImage() throws -> Image? {
        let structure = walker.structure
        guard let frame = structure.frames.first, frame.width > 0, frame.height > 0 else { return nil }
        try options.limits.check(
            width: structure.width, height: structure.height, pluginID: GIFPlugin.pluginID)
        guard try expand(frame) else { return nil }
        let part = CanvasPart(columns: 0..<structure.width, rows: 0..<structure.height)
        var canvas = try PixelCanvas(part.layout(.rgba))
        let painter = FramePainter(frame, GIFPalette(of: frame, in: structure, data.bytes), part)
        let count = progress?.expander.count ?? 0
        progress?.indices.withPixels {
            painter.paint($0, count: count, onto: &canvas, fillsGaps: count < $0.count)
        }
        return Image(
            pixels: canvas.freeze(), scale: options.scale,
            metadata: try structure.metadata(in: data.bytes, options), isPartial: true)
    }

    func finish() throws -> Image {
        try decoder.decode(data, options: options)
    }

    /// Expands what arrived; false where that is no further pixel.
    private func expand(_ frame: GIFFrame) throws -> Bool {
        try data.withUnsafeBytes { bytes in
            guard !isOver else { return false }
            var current = try progress.take() ?? Progress.open(frame, in: bytes)
            let before = current.expander.count
            let pause = try current.indices.withPixels {
                try current.expander.expand(bytes, upTo: frame.data.upperBound, into: $0)
            }
            isOver = pause != .starved
            let isFurther = current.expander.count > before
            progress = consume current
            return isFurther
        }
    }
}
