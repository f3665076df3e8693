internal import KingfisherCore

/// A step of turning a decoded item into what is seen. Steps are applied in the order of the item's properties.
///
/// Source: ISO/IEC 23008-12, sections 6.5.9 (`clap`), 6.5.10 (`irot`) and 6.5.12 (`imir`).
enum Transformation: Equatable, Sendable {
    /// By quarters of a full turn, counterclockwise.
    case turn(quarters: Int)
    /// Left and right change places.
    case flipHorizontally
    /// Top and bottom change places.
    case flipVertically
    /// Only a part is shown.
    case crop(CleanAperture)

    /// How pixels in need of this step are stored, in the words of EXIF; nil for a crop.
    var orientation: ImageOrientation? {
        switch self {
        case .turn(quarters: 1): .left
        case .turn(quarters: 2): .down
        case .turn(quarters: 3): .right
        case .turn: .up
        case .flipHorizontally: .upMirrored
        case .flipVertically: .downMirrored
        case .crop: nil
        }
    }

    /// The size of an image of this size after the step.
    func applied(toWidth width: Int, height: Int) throws(PluginError) -> (width: Int, height: Int) {
        if case .crop(let aperture) = self {
            let area = try aperture.area(width: width, height: height)
            return (area.columns.count, area.rows.count)
        }
        return orientation?.swapsAxes == true ? (height, width) : (width, height)
    }

    /// The pixels after the step.
    func applied(to pixels: PixelBuffer) throws(PluginError) -> PixelBuffer {
        if case .crop(let aperture) = self {
            let area = try aperture.area(width: pixels.width, height: pixels.height)
            return try pixels.cropped(to: area.columns, area.rows)
        }
        return try pixels.upright(from: orientation ?? .up)
    }
}

extension [Transformation] {
    /// The size of an image of this size after all steps.
    func applied(toWidth width: Int, height: Int) throws(PluginError) -> (width: Int, height: Int) {
        var size = (width: width, height: height)
        for step in self { size = try step.applied(toWidth: size.width, height: size.height) }
        return size
    }

    /// The pixels after all steps.
    func applied(to pixels: PixelBuffer) throws -> PixelBuffer {
        var pixels = pixels
        for step in self {
            try WorkCancellation.check()
            pixels = try step.applied(to: pixels)
        }
        return pixels
    }

    /// Where the corner and the axes of an image end up when it is only turned and flipped; equal for two images
    /// that are turned alike, by whatever steps.
    var turning: [Int] {
        // The unit vectors along a row and down a column, each as (right, down).
        var (x, y) = ((1, 0), (0, 1))
        for step in self {
            switch step {
            case .turn(let quarters):
                for _ in 0..<quarters { (x, y) = ((x.1, -x.0), (y.1, -y.0)) }
            case .flipHorizontally: (x.0, y.0) = (-x.0, -y.0)
            case .flipVertically: (x.1, y.1) = (-x.1, -y.1)
            case .crop: continue
            }
        }
        return [x.0, x.1, y.0, y.1]
    }
}

extension PixelBuffer {
    /// A copy of a part.
    /// - Precondition: The part lies inside and is not empty.
    func cropped(to columns: Range<Int>, _ rows: Range<Int>) throws(PluginError) -> PixelBuffer {
        guard columns.count < width || rows.count < height else { return self }
        var canvas = try PixelCanvas(layout.resized(width: columns.count, height: rows.count))
        let (source, target) = (layout, canvas.layout)
        canvas.withMutableBytes { bytes in
            bytes.withUnsafeMutableBytes { to in
                withBytes { pixels in
                    pixels.withUnsafeBytes { from in
                        for row in 0..<rows.count {
                            let start =
                                (rows.lowerBound + row) * source.bytesPerRow
                                + columns.lowerBound * source.bytesPerPixel
                            let line = UnsafeRawBufferPointer(
                                rebasing: from[start..<start + target.bytesPerRow])
                            UnsafeMutableRawBufferPointer(rebasing: to[(row * target.bytesPerRow)...])
                                .copyMemory(from: line)
                        }
                    }
                }
            }
        }
        return canvas.freeze()
    }
}
