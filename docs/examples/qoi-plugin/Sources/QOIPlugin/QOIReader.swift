import KingfisherCore

/// Reads the pixels of a file, one after the other.
struct QOIReader {
    private var position = QOIHeader.byteCount
    private var table = QOIPixel.emptyTable
    private var pixel = QOIPixel()
    private var run = 0

    /// The next pixel; nil where the bytes end before it.
    mutating func next(in bytes: Span<UInt8>) -> QOIPixel? {
        if run > 0 {
            run -= 1
            return pixel
        }
        guard let chunk = take(1, bytes) else { return nil }
        let tag = bytes[chunk]
        switch tag {
        case QOIOp.rgb, QOIOp.rgba:
            guard let color = take(tag == QOIOp.rgba ? 4 : 3, bytes) else { return nil }
            (pixel.red, pixel.green, pixel.blue) = (bytes[color], bytes[color + 1], bytes[color + 2])
            if tag == QOIOp.rgba { pixel.alpha = bytes[color + 3] }
        default:
            switch tag & QOIOp.mask {
            case QOIOp.index: pixel = table[Int(tag & 63)]
            case QOIOp.difference:
                pixel.red &+= (tag >> 4 & 3) &- 2
                pixel.green &+= (tag >> 2 & 3) &- 2
                pixel.blue &+= (tag & 3) &- 2
            case QOIOp.luma:
                guard let second = take(1, bytes) else { return nil }
                let green = (tag & 63) &- 32
                pixel.red &+= green &+ (bytes[second] >> 4) &- 8
                pixel.green &+= green
                pixel.blue &+= green &+ (bytes[second] & 15) &- 8
            default: run = Int(tag & 63)
            }
        }
        table[pixel.slot] = pixel
        return pixel
    }

    /// Whether the mark that ends a file stands where the pixels end.
    func isAtEnd(of bytes: Span<UInt8>) -> Bool {
        let end = QOIHeader.end
        return bytes.count - position >= end.count
            && end.indices.allSatisfy { bytes[position + $0] == end[$0] }
    }

    /// The offset of the next bytes, which are thereby used up; nil where there are not so many.
    private mutating func take(_ count: Int, _ bytes: Span<UInt8>) -> Int? {
        guard bytes.count - position >= count else { return nil }
        defer { position += count }
        return position
    }
}
