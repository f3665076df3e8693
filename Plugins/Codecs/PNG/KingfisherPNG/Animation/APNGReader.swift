internal import CKingfisherPNG
internal import Foundation
internal import KingfisherCore

/// Decodes single frames of an animation out of the bytes of its file.
struct APNGReader: Sendable {
    private let data: Data
    private let header: kf_png_info
    private let frames: [kf_png_frame]
    private let keepsHighDepth: Bool

    /// Finds the frames of a file that is a whole animation.
    /// - Parameter count: How many of them are wanted, from the first on.
    init(_ data: Data, header: kf_png_info, count: Int, keepsHighDepth: Bool) {
        self.data = data
        self.header = header
        self.keepsHighDepth = keepsHighDepth
        frames = Array(APNGFrames(of: data).prefix(count))
    }

    /// The frames composited as they are shown.
    func compositor() throws -> FrameCompositor {
        FrameCompositor(
            layout: try layout, frames: frames.map(\.description), loopCount: Int(header.plays),
            encodedByteCount: data.count, decode: decode)
    }

    /// The canvas: it has an alpha channel where any frame has one or leaves a part of the canvas bare.
    private var layout: PixelLayout {
        get throws(PluginError) {
            let hasAlpha = header.has_alpha || header.animation_needs_alpha
            let isGray =
                header.color_type == KF_PNG_GRAY.rawValue || header.color_type == KF_PNG_GRAY_ALPHA.rawValue
            let channels: PixelLayout.Channels =
                isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
            return try PixelLayout(
                width: Int(header.width), height: Int(header.height), channels: channels,
                depth: header.bit_depth == 16 && keepsHighDepth ? .sixteen : .eight)
        }
    }

    @Sendable private func decode(_ index: Int) throws -> PixelBuffer {
        try PNGReader.reading(frames[index], of: data, header: header) { reader in
            var canvas = try PixelCanvas(
                reader.start(keepsHighDepth: keepsHighDepth, addsAlpha: header.animation_needs_alpha))
            _ = try reader.readRows(into: &canvas, allowsPartial: false)
            return canvas.freeze()
        }
    }
}
