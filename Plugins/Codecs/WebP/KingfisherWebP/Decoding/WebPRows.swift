internal import Foundation
internal import KingfisherCore

/// An image and as many of its rows as there are bytes for.
struct WebPRows: ~Copyable {
    let image: WebPBitstream
    private let reader: WebPRowReader
    private var canvas: PixelCanvas
    private(set) var isComplete = false

    private init(image: WebPBitstream, reader: consuming WebPRowReader, canvas: consuming PixelCanvas) {
        self.image = image
        self.reader = reader
        self.canvas = canvas
    }

    static func open(_ image: WebPBitstream, _ scale: WebPScale) throws(PluginError) -> WebPRows {
        WebPRows(
            image: image, reader: try WebPRowReader.open(scale.layout, isScaled: scale.isScaled),
            canvas: try PixelCanvas(scale.layout))
    }

    /// Rows that are there.
    var count: Int { reader.rowCount }

    /// Decodes as far as the bytes go.
    /// - Parameter data: The file from its start; more of it each time.
    mutating func read(_ data: Data, first byteCount: Int = .max) throws(PluginError) {
        guard !isComplete else { return }
        let end = min(image.end, data.count)
        let bytes = data.bytes.extracting(image.bytes.lowerBound..<end)
        isComplete = try reader.read(bytes.extracting(first: byteCount), into: &canvas)
    }

    /// The rows so far, while decoding goes on in memory of its own.
    mutating func snapshot() throws(PluginError) -> PixelBuffer {
        var rest = try PixelCanvas(canvas.layout)
        swap(&rest, &canvas)
        let pixels = rest.freeze()
        pixels.withBytes { rows in
            canvas.withMutableBytes { target in
                rows.withUnsafeBytes { rows in
                    target.withUnsafeMutableBytes { $0.copyMemory(from: rows) }
                }
            }
        }
        return pixels
    }

    /// The rows, decoded no further.
    consuming func pixels() -> PixelBuffer { canvas.freeze() }
}
