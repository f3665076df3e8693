internal import CKingfisherHEIF
internal import KingfisherCore

/// Where on a canvas an image is painted.
struct CanvasArea {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
}

/// Turns decoded planes into samples of a canvas.
///
/// A colour sample that several pixels share is used for each of them as it is, which is what libheif does and what
/// other programs' results are compared by. Samples of more than 8 bits are scaled as fractions of the greatest one
/// and rounded once, whether to 8 or to 16 bits.
struct PlanePainter {
    let colors: ColorCodePoints

    /// Paints a whole area, which lies within the canvas.
    /// - Parameter isColor: Whether to paint colour; otherwise brightness becomes the last sample of each pixel.
    func paint(
        _ planes: borrowing DecodedPlanes, asColor isColor: Bool, into canvas: inout PixelCanvas,
        _ area: CanvasArea
    ) throws {
        let layout = canvas.layout
        let greatest = layout.depth == .eight ? 255 : 65_535
        guard isColor, layout.channels.hasColor else {
            guard !isColor || planes.isMonochrome else {
                throw CodecFailure.heif.corrupt("an image without colour has coded data with colour")
            }
            let scale = Scale(
                bitDepth: planes.bitDepth, greatest: greatest, isFullRange: colors.isFullRange)
            return try planes.withLuma { plane in
                let sample = isColor ? 0 : layout.channels.count - 1
                try eachBand(of: area, in: &canvas, from: sample) { rows, target in
                    withUnsafePointer(to: plane) {
                        kf_heif_paint_single($0, Float(scale.factor), Float(scale.offset), rows, target)
                    }
                }
            }
        }
        let matrix = ColorMatrix(
            colors, bitDepth: planes.bitDepth, greatest: greatest, isMonochrome: planes.isMonochrome)
        try planes.withColor { planes in
            try eachBand(of: area, in: &canvas, from: 0) { rows, target in
                kf_heif_paint_color(planes, matrix.values, rows, target)
            }
        }
    }

    /// Lends the rows of an area in bands, and watches for cancellation between them.
    private func eachBand(
        of area: CanvasArea, in canvas: inout PixelCanvas, from sample: Int,
        _ paint: (kf_heif_area, kf_heif_target) -> Void
    ) throws {
        let layout = canvas.layout
        let rowsInBand = max(65_536 / area.width, 1)
        try canvas.withMutableBytes { bytes in
            try bytes.withUnsafeMutableBytes { bytes in
                guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
                for row in stride(from: 0, to: area.height, by: rowsInBand) {
                    try WorkCancellation.check()
                    let offset =
                        (area.y + row) * layout.bytesPerRow + area.x * layout.bytesPerPixel
                        + sample * layout.depth.bytes
                    let target = kf_heif_target(
                        samples: start + offset, bytes_per_row: layout.bytesPerRow,
                        channels: UInt8(layout.channels.count), is_wide: layout.depth == .sixteen)
                    let rows = kf_heif_area(
                        first_row: row, row_count: min(rowsInBand, area.height - row), width: area.width)
                    paint(rows, target)
                }
            }
        }
    }
}
