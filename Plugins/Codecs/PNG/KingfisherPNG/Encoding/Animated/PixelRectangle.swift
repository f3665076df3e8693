internal import Foundation
internal import KingfisherCore

/// A part of a canvas, in pixels.
struct PixelRectangle: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var area: Int { width * height }

    /// The smallest rectangle around what differs between two canvases of one layout; one pixel where nothing does.
    static func difference(_ first: PixelBuffer, _ second: PixelBuffer) -> PixelRectangle {
        let layout = first.layout
        return first.withBytes { first in
            second.withBytes { second in
                first.withUnsafeBytes { first in
                    second.withUnsafeBytes { second in
                        difference(Rows(first, layout), Rows(second, layout), layout)
                    }
                }
            }
        }
    }

    private static func difference(_ first: Rows, _ second: Rows, _ layout: PixelLayout) -> PixelRectangle {
        func differs(_ row: Int) -> Bool { !first.equals(second, row) }
        guard let top = (0..<layout.height).first(where: differs),
            let bottom = (top..<layout.height).last(where: differs)
        else { return PixelRectangle(x: 0, y: 0, width: 1, height: 1) }
        var left = layout.bytesPerRow
        var right = 0
        for row in top...bottom where differs(row) {
            let (ours, theirs) = (first[row], second[row])
            if let byte = (0..<left).first(where: { ours[$0] != theirs[$0] }) { left = byte }
            if let byte = (right..<layout.bytesPerRow).last(where: { ours[$0] != theirs[$0] }) {
                right = byte
            }
        }
        let columns = left / layout.bytesPerPixel...right / layout.bytesPerPixel
        return PixelRectangle(x: columns.lowerBound, y: top, width: columns.count, height: bottom - top + 1)
    }

    /// The bytes of a row of the rectangle within those of its canvas.
    func bytes(ofRow row: Int, in layout: PixelLayout) -> Range<Int> {
        let start = (y + row) * layout.bytesPerRow + x * layout.bytesPerPixel
        return start..<start + width * layout.bytesPerPixel
    }
}

/// The bytes of a canvas by rows.
private struct Rows {
    private let bytes: UnsafeRawBufferPointer
    private let length: Int

    init(_ bytes: UnsafeRawBufferPointer, _ layout: PixelLayout) {
        self.bytes = bytes
        length = layout.bytesPerRow
    }

    subscript(row: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[row * length..<(row + 1) * length])
    }

    func equals(_ other: Rows, _ row: Int) -> Bool {
        guard let ours = self[row].baseAddress, let theirs = other[row].baseAddress else { return true }
        return memcmp(ours, theirs, length) == 0
    }
}
