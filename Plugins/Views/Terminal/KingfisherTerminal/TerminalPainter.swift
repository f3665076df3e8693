internal import CKingfisherChafa
public import Foundation
public import KingfisherCore

/// Draws pictures as what a terminal understands, through libchafa. From any thread.
public struct TerminalPainter: Sendable {
    /// A picture ready to be written to a terminal.
    public struct Drawing: Sendable {
        /// Characters and control sequences; the cursor is to be where the picture's first line begins.
        public let text: Data
        /// Cells of a line.
        public let columns: Int
        /// Lines of cells.
        public let rows: Int
    }

    /// What the terminal can show.
    public let capabilities: TerminalCapabilities
    /// The most cells of a line.
    public let columns: Int
    /// The most lines.
    public let rows: Int

    /// Makes a painter.
    /// - Parameters:
    ///   - capabilities: What the terminal can show.
    ///   - columns: The most cells of a line, 1...10,000; what is beyond is brought within.
    ///   - rows: The most lines, likewise.
    public init(_ capabilities: TerminalCapabilities, columns: Int, rows: Int) {
        self.capabilities = capabilities
        self.columns = min(max(columns, 1), 10_000)
        self.rows = min(max(rows, 1), 10_000)
    }

    /// Draws a picture as large as it fits, keeping its shape.
    /// - Throws: `PluginError` with `.limitExceeded` for sides beyond what libchafa counts with, or `.outOfMemory`;
    ///   `CancellationError`.
    public func draw(_ pixels: PixelBuffer) throws -> Drawing {
        guard let width = Int32(exactly: pixels.width), let height = Int32(exactly: pixels.height),
            !width.multipliedReportingOverflow(by: 4).overflow
        else {
            throw PluginError(
                .limitExceeded, pluginID: "terminal",
                message:
                    "A picture of \(pixels.width)x\(pixels.height) pixels is too large to draw; resize it.")
        }
        let straight = try pixels.straight().converted(to: PixelKind(.rgba))
        let cell = (Int32(clamping: capabilities.cellWidth), Int32(clamping: capabilities.cellHeight))
        var (columns, rows) = (Int32(columns), Int32(rows))
        kf_chafa_fit(width, height, cell.0, cell.1, &columns, &rows)
        (columns, rows) = (max(columns, 1), max(rows, 1))
        var count = 0
        let text = straight.withBytes { bytes in
            bytes.withUnsafeBytes { bytes in
                kf_chafa_draw(
                    bytes.baseAddress, width, height, capabilities.graphics.code,
                    capabilities.colors.rawValue, columns, rows, cell.0, cell.1, &count)
            }
        }
        defer { kf_chafa_free(text) }
        let data = text.map { Data(bytes: $0, count: count) } ?? Data()
        return Drawing(text: data, columns: Int(columns), rows: Int(rows))
    }
}
