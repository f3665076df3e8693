internal import KingfisherCore

/// Which samples of an image are copied to which of a canvas.
enum CopiedPart {
    /// Colour to colour.
    case color
    /// The last sample, alpha, to the last; without alpha the last one becomes opaque.
    case last
    /// The first sample to the last.
    case brightness
}

extension PixelCanvas {
    /// Copies a part of an image of the same depth; what lies outside of the canvas is left out.
    mutating func copy(_ pixels: PixelBuffer, _ part: CopiedPart, x: Int, y: Int) throws(PluginError) {
        let (source, target) = (pixels.layout, layout)
        try eachPixel(of: pixels, x: x, y: y) { from, to in
            switch part {
            case .color:
                for channel in 0..<(target.channels.hasColor ? 3 : 1) {
                    to[channel] = from[source.channels.hasColor ? channel : 0]
                }
            case .last:
                to[target.channels.count - 1] =
                    source.channels.hasAlpha ? from[source.channels.count - 1] : from.greatest
            case .brightness: to[target.channels.count - 1] = from[0]
            }
        }
    }

    /// Lays an image of the same depth with straight alpha over a canvas of colour, as far as it lies on it.
    mutating func lay(_ pixels: PixelBuffer, x: Int, y: Int) throws(PluginError) {
        let (source, target) = (pixels.layout, layout)
        try eachPixel(of: pixels, x: x, y: y) { from, to in
            let whole = from.greatest
            let alpha = source.channels.hasAlpha ? from[source.channels.count - 1] : whole
            let last = target.channels.count - 1
            let behind = target.channels.hasAlpha ? to[last] : whole
            // Alpha of both together, times the greatest sample.
            let total = alpha * whole + behind * (whole - alpha)
            guard total > 0 else { return }
            for channel in 0..<3 {
                let color = from[source.channels.hasColor ? channel : 0]
                let mixed = color * alpha * whole + to[channel] * behind * (whole - alpha)
                to[channel] = (mixed + total / 2) / total
            }
            if target.channels.hasAlpha { to[last] = (total + whole / 2) / whole }
        }
    }

    /// Fills a canvas of colour with one of 16 bits a sample.
    mutating func fill(_ color: [UInt16]) {
        let channels = layout.channels.count
        switch layout.depth {
        case .eight:
            withMutableSamples8 { samples in
                for index in 0..<samples.count {
                    samples[index] = UInt8((Int(color[index % channels]) + 128) / 257)
                }
            }
        case .sixteen:
            withMutableSamples16 { samples in
                for index in 0..<samples.count { samples[index] = color[index % channels] }
            }
        }
    }

    /// The samples of one pixel.
    struct Pixel {
        fileprivate let bytes: UnsafeMutableRawPointer
        fileprivate let isWide: Bool

        var greatest: Int { isWide ? 65_535 : 255 }

        subscript(sample: Int) -> Int {
            get {
                isWide
                    ? Int(bytes.load(fromByteOffset: sample * 2, as: UInt16.self))
                    : Int(bytes.load(fromByteOffset: sample, as: UInt8.self))
            }
            nonmutating set {
                if isWide {
                    bytes.storeBytes(of: UInt16(newValue), toByteOffset: sample * 2, as: UInt16.self)
                } else {
                    bytes.storeBytes(of: UInt8(newValue), toByteOffset: sample, as: UInt8.self)
                }
            }
        }
    }

    /// Lends the pixels of an image, to be read, each with the pixel of the canvas at its place.
    private mutating func eachPixel(
        of pixels: PixelBuffer, x: Int, y: Int, _ body: (Pixel, Pixel) -> Void
    ) throws(PluginError) {
        let (source, target) = (pixels.layout, layout)
        guard source.depth == target.depth else {
            throw CodecFailure.heif.unsupported("its parts differ in depth")
        }
        let isWide = target.depth == .sixteen
        withMutableBytes { bytes in
            bytes.withUnsafeMutableBytes { to in
                pixels.withBytes { bytes in
                    bytes.withUnsafeBytes { from in
                        guard let from = UnsafeMutableRawPointer(mutating: from.baseAddress),
                            let to = to.baseAddress
                        else { return }
                        for row in max(0, -y)..<max(max(0, -y), min(source.height, target.height - y)) {
                            let fromRow = from + row * source.bytesPerRow
                            let toRow = to + (y + row) * target.bytesPerRow
                            for column in max(0, -x)..<max(max(0, -x), min(source.width, target.width - x)) {
                                body(
                                    Pixel(bytes: fromRow + column * source.bytesPerPixel, isWide: isWide),
                                    Pixel(bytes: toRow + (x + column) * target.bytesPerPixel, isWide: isWide))
                            }
                        }
                    }
                }
            }
        }
    }
}

extension PixelBuffer {
    /// The first sample of each pixel in another size, each taken from the nearest place.
    func stretched(toWidth width: Int, height: Int) throws(PluginError) -> PixelBuffer {
        let source = layout
        var canvas = try PixelCanvas(
            PixelLayout(width: width, height: height, channels: .gray, depth: layout.depth))
        canvas.withMutableBytes { bytes in
            bytes.withUnsafeMutableBytes { to in
                withBytes { bytes in
                    bytes.withUnsafeBytes { from in
                        let size = source.depth.bytes
                        for y in 0..<height {
                            let row = y * source.height / height * source.bytesPerRow
                            for x in 0..<width {
                                let place = row + x * source.width / width * source.bytesPerPixel
                                for byte in 0..<size {
                                    to[(y * width + x) * size + byte] = from[place + byte]
                                }
                            }
                        }
                    }
                }
            }
        }
        return canvas.freeze()
    }
}
