extension PixelBuffer {
    /// Turns and mirrors pixels as stored into upright ones.
    ///
    /// Works on every layout and keeps it, but for the swapped sides. Decoders call it once; the orientation is
    /// thereby used up and not written again.
    /// - Parameter orientation: How the pixels are stored; with `.up` the same memory is returned.
    /// - Throws: `PluginError` with `.outOfMemory`.
    public func upright(from orientation: ImageOrientation) throws(PluginError) -> PixelBuffer {
        guard orientation != .up else { return self }
        let turned =
            orientation.swapsAxes ? try layout.resized(width: height, height: width) : layout
        var canvas = try PixelCanvas(turned)
        let walk = SourceWalk(orientation, width: width, height: height)
        canvas.withMutableBytes { target in
            withBytes { source in
                switch layout.bytesPerPixel {
                case 1: turn(source, into: &target, along: walk, as: UInt8.self)
                case 2: turn(source, into: &target, along: walk, as: UInt16.self)
                case 3: turn(source, into: &target, along: walk, as: Triple<UInt8>.self)
                case 4: turn(source, into: &target, along: walk, as: UInt32.self)
                case 6: turn(source, into: &target, along: walk, as: Triple<UInt16>.self)
                default: turn(source, into: &target, along: walk, as: UInt64.self)
                }
            }
        }
        return canvas.freeze()
    }

    /// Copies pixel by pixel: whole rows where rows stay rows, else in square blocks, so that the stored rows that a
    /// row is made of stay in the cache until all of their pixels there are used.
    private func turn<Pixel: BitwiseCopyable>(
        _ source: RawSpan, into target: inout MutableRawSpan, along walk: SourceWalk, as type: Pixel.Type
    ) {
        let side = 32
        let across = abs(walk.stepRight) == 1 ? walk.width : side
        unsafe target.withUnsafeMutableBytes { target in
            unsafe source.withUnsafeBytes { source in
                let from = unsafe source.assumingMemoryBound(to: Pixel.self)
                let to = unsafe target.assumingMemoryBound(to: Pixel.self)
                for top in stride(from: 0, to: walk.height, by: side) {
                    for left in stride(from: 0, to: walk.width, by: across) {
                        for y in top..<min(top + side, walk.height) {
                            var position = walk.start + left * walk.stepRight + y * walk.stepDown
                            for x in left..<min(left + across, walk.width) {
                                unsafe to[y * walk.width + x] = from[position]
                                position += walk.stepRight
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Where the pixels of the upright image lie in the stored one, as steps over stored pixels.
private struct SourceWalk {
    /// The size of the upright image.
    let width: Int
    let height: Int
    /// The stored pixel that becomes the upper left one.
    let start: Int
    /// From a pixel to the one that becomes its right neighbour.
    let stepRight: Int
    /// From a pixel to the one that becomes its lower neighbour.
    let stepDown: Int

    /// - Parameters:
    ///   - orientation: How the pixels are stored.
    ///   - columns: Stored pixels in a row.
    ///   - rows: Stored rows.
    init(_ orientation: ImageOrientation, width columns: Int, height rows: Int) {
        (width, height) = orientation.swapsAxes ? (rows, columns) : (columns, rows)
        let upperRight = columns - 1
        let lowerLeft = (rows - 1) * columns
        (start, stepRight, stepDown) =
            switch orientation {
            case .up: (0, 1, columns)
            case .upMirrored: (upperRight, -1, columns)
            case .down: (lowerLeft + upperRight, -1, -columns)
            case .downMirrored: (lowerLeft, 1, -columns)
            case .leftMirrored: (0, columns, 1)
            case .right: (lowerLeft, -columns, 1)
            case .rightMirrored: (lowerLeft + upperRight, -columns, -1)
            case .left: (upperRight, columns, -1)
            }
    }
}

/// Three samples as one value of their own size, which no integer type has.
private struct Triple<Sample: BitwiseCopyable>: BitwiseCopyable {
    let first: Sample
    let second: Sample
    let third: Sample
}
