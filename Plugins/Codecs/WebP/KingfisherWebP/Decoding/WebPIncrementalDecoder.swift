internal import Foundation
internal import KingfisherCore

/// Shows an image row by row while its bytes arrive.
// Safe: the protocol gives it to one caller at a time.
final class WebPIncrementalDecoder: IncrementalImageDecoder, @unchecked Sendable {
    private let options: DecodingOptions
    private var data = Data()
    /// The bytes that were there at the last attempt to go on.
    private var seen = 0
    private var rows: WebPRows?
    /// Nil as long as it is unknown; then no partial image is shown.
    private var orientation: ImageOrientation?
    private var rowsShown = 0
    /// Whether only the whole decode at the end can tell.
    private var waitsForEnd = false

    init(options: DecodingOptions) {
        self.options = options
    }

    func append(_ data: Data) throws {
        try options.limits.check(encodedByteCount: self.data.count + data.count, pluginID: WebPPlugin.id)
        self.data.append(data)
        if self.data.count - seen >= Self.bytesPerStep { try advance() }
    }

    func takePartialImage() throws -> Image? {
        try advance()
        guard let orientation, let count = rows?.count, count > rowsShown,
            let pixels = try rows?.snapshot()
        else { return nil }
        rowsShown = count
        return Image(
            pixels: try pixels.upright(from: orientation), scale: options.scale,
            metadata: ImageMetadata(format: .webp), isPartial: true)
    }

    func finish() throws -> Image {
        seen = 0
        try advance()
        guard let rows = rows.take(), rows.isComplete else {
            return try WebPDecoder().decode(data, options: options)
        }
        let container = try WebPContainer(data, limits: options.limits)
        guard container.isComplete, container.frames.count == 1 || options.onlyFirstFrame else {
            return try WebPDecoder().decode(data, options: options)
        }
        return Image(
            pixels: try rows.pixels().upright(from: container.orientation()), scale: options.scale,
            metadata: try container.metadata.carried(from: data, as: options))
    }

    private static let bytesPerStep = 16 << 10

    /// Decodes as far as the bytes go.
    private func advance() throws {
        try WorkCancellation.check()
        guard data.count > seen, !waitsForEnd, !waitsForTables else { return }
        seen = data.count
        if rows == nil { try open() }
        try rows?.read(data)
    }

    /// Whether another attempt would cost more than it is likely to bring: a lossless image begins with tables that are
    /// read anew with each attempt until they are complete.
    private var waitsForTables: Bool {
        guard let image = rows?.image, image.isLossless, rows?.count == 0 else { return false }
        return data.count < min(seen + seen / 16, image.end)
    }

    /// Begins the image as soon as its header is there.
    private func open() throws {
        guard let container = try headersSoFar() else { return }
        orientation = container.metadata.orientation
        let first = container.frames.first
        // Where the size depends on how it is turned, and that is unknown, the end of the file has to come first.
        guard container.covers(first), orientation != nil || options.target == nil else {
            waitsForEnd = true
            return
        }
        let scale = try WebPScale(for: first.image, orientation: orientation ?? .up, options: options)
        rows = try WebPRows.open(first.image, scale)
    }

    /// What the file says of itself; nil as long as it does not.
    private func headersSoFar() throws -> WebPContainer? {
        do {
            return try WebPContainer(data, limits: options.limits)
        } catch  where error.code == .truncated {
            return nil
        }
    }
}
