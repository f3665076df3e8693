internal import Foundation
internal import KingfisherCore

/// Makes PNG files of rectangles of frames, from which the assembler takes the image data.
struct FramePacker {
    /// A rectangle, ready for the file.
    struct Packed {
        let rectangle: PixelRectangle
        let blending: AnimationFrame.Blending
        let file: Data
    }

    let form: APNGForm
    let compressionLevel: Int
    /// Whether both ways of blending are tried wherever both are right.
    let triesEverything: Bool

    func pack(_ step: FramePlanner.Step, preface: PNGPreface) throws -> Packed {
        let overlay = try overlay(step)
        if let overlay, !triesEverything { return try pack(overlay, step, .over, preface) }
        let replacing = try pack(try step.pixels.part(step.rectangle), step, .replace, preface)
        guard let overlay else { return replacing }
        let laidOver = try pack(overlay, step, .over, preface)
        return laidOver.file.count < replacing.file.count ? laidOver : replacing
    }

    private func pack(
        _ pixels: PixelBuffer, _ step: FramePlanner.Step, _ blending: AnimationFrame.Blending,
        _ preface: PNGPreface
    ) throws -> Packed {
        let file = try PNGWriter.encode(pixels, as: form.pixels, preface, compressionLevel: compressionLevel)
        return Packed(rectangle: step.rectangle, blending: blending, file: file)
    }

    /// The rectangle with a transparent pixel wherever nothing changes.
    ///
    /// Nil where laying it over the base would not give the frame exactly, or too little is unchanged to gain by it.
    private func overlay(_ step: FramePlanner.Step) throws -> PixelBuffer? {
        guard let clear = form.clearPixel, let base = step.base else { return nil }
        let size = clear.count
        var canvas = try step.pixels.part(step.rectangle).thaw()
        let under = try base.part(step.rectangle)
        let alpha = size - form.pixels.kind.depth.bytes..<size
        let unchanged = under.withBytes { under in
            under.withUnsafeBytes { under in
                canvas.withMutableBytes { span in
                    span.withUnsafeMutableBytes { Self.clearUnchanged($0, under, size, alpha) }
                }
            }
        }
        guard let unchanged, triesEverything || unchanged * 8 >= step.rectangle.area else { return nil }
        return canvas.freeze()
    }

    /// Clears the pixels that equal those beneath; how many, or nil where another one cannot be laid over.
    private static func clearUnchanged(
        _ pixels: UnsafeMutableRawBufferPointer, _ under: UnsafeRawBufferPointer, _ size: Int,
        _ alpha: Range<Int>
    ) -> Int? {
        guard let above = pixels.baseAddress, let below = under.baseAddress else { return nil }
        var unchanged = 0
        for pixel in stride(from: 0, to: pixels.count, by: size) {
            if memcmp(above + pixel, below + pixel, size) == 0 {
                memset(above + pixel, 0, size)
                unchanged += 1
                continue
            }
            let isOpaque = alpha.allSatisfy { pixels[pixel + $0] == 255 }
            let isSeen = alpha.contains { pixels[pixel + $0] != 0 }
            let isOverNothing = alpha.allSatisfy { under[pixel + $0] == 0 }
            guard isOpaque || (isSeen && isOverNothing) else { return nil }
        }
        return unchanged
    }
}

extension PixelBuffer {
    /// A copy of a part.
    fileprivate func part(_ rectangle: PixelRectangle) throws -> PixelBuffer {
        let layout = layout
        var canvas = try PixelCanvas(layout.resized(width: rectangle.width, height: rectangle.height))
        let length = canvas.layout.bytesPerRow
        withBytes { source in
            source.withUnsafeBytes { source in
                canvas.withMutableBytes { span in
                    span.withUnsafeMutableBytes { target in
                        for row in 0..<rectangle.height {
                            let line = UnsafeRawBufferPointer(
                                rebasing: source[rectangle.bytes(ofRow: row, in: layout)])
                            UnsafeMutableRawBufferPointer(rebasing: target[row * length..<(row + 1) * length])
                                .copyMemory(from: line)
                        }
                    }
                }
            }
        }
        return canvas.freeze()
    }
}
