import Foundation

/// Turns rows of one layout into rows of another kind, by way of a row at the depth of the source.
// Safe: the scratch memory is its own, as long as a row of four samples, and freed with it.
@safe struct RowConverter: ~Copyable {
    private let source: PixelLayout
    private let kind: PixelKind
    private let background: RGBColor
    /// A row of converted pixels before their depth changes.
    private let scratch: UnsafeMutableRawBufferPointer

    init(from source: PixelLayout, to kind: PixelKind, background: RGBColor) {
        self.source = source
        self.kind = kind
        self.background = background
        unsafe scratch = .allocate(byteCount: source.width * 4 * source.depth.bytes, alignment: 16)
    }

    deinit {
        unsafe scratch.deallocate()
    }

    /// Converts one row.
    func convert(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
        let count = source.width * kind.channels.count
        switch (source.depth, kind.depth) {
        case (.eight, .eight): unsafe mix(row, target, UInt8.self)
        case (.sixteen, .sixteen): unsafe mix(row, target, UInt16.self)
        case (.eight, .sixteen):
            let mixed = unsafe mixed(row, UInt8.self)
            let wide = unsafe target.assumingMemoryBound(to: UInt16.self)
            for index in 0..<count { unsafe wide[index] = unsafe UInt16(mixed[index]) &* 257 }
        case (.sixteen, .eight):
            let mixed = unsafe mixed(row, UInt16.self)
            let narrow = unsafe target.assumingMemoryBound(to: UInt8.self)
            for index in 0..<count { unsafe narrow[index] = unsafe UInt8(rounding: mixed[index]) }
        }
    }

    private func mixed<Sample: PixelSample>(
        _ row: UnsafeRawPointer, _ type: Sample.Type
    ) -> UnsafeMutablePointer<Sample> {
        guard let start = unsafe scratch.baseAddress else { preconditionFailure("a row has a pixel") }
        unsafe mix(row, start, type)
        return unsafe start.assumingMemoryBound(to: type)
    }

    /// Alpha and channels, at the source's depth.
    private func mix<Sample: PixelSample>(
        _ row: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ type: Sample.Type
    ) {
        let row = unsafe row.assumingMemoryBound(to: type)
        let target = unsafe target.assumingMemoryBound(to: type)
        let channels = source.channels
        if channels.hasAlpha, !kind.channels.hasAlpha {
            unsafe flatten(row, target)
        } else if channels == kind.channels {
            unsafe target.update(from: row, count: source.samplesPerRow)
            if source.alphaMode == .premultiplied {
                unsafe Sample.unpremultiply(target, pixels: source.width, channels: channels.count)
            }
        } else {
            unsafe spread(row, target)
            if source.alphaMode == .premultiplied {
                unsafe Sample.unpremultiply(target, pixels: source.width, channels: kind.channels.count)
            }
        }
    }

    /// Lays pixels over the background; colour over gray becomes luminance.
    private func flatten<Sample: PixelSample>(
        _ row: UnsafePointer<Sample>, _ target: UnsafeMutablePointer<Sample>
    ) {
        let dimsColor = source.channels.hasColor && !kind.channels.hasColor
        let behind = [background.red, background.green, background.blue].map { Sample(widening: $0) }
        let colors = kind.channels == .gray && !dimsColor ? [behind[0]] : behind
        guard dimsColor else {
            unsafe AlphaRow.flatten(
                row, channels: source.channels.count, premultiplied: source.alphaMode == .premultiplied,
                into: target, pixels: source.width, background: colors)
            return
        }
        unsafe withUnsafeTemporaryAllocation(of: Sample.self, capacity: source.width * 3) { colored in
            guard let start = colored.baseAddress else { return }
            unsafe AlphaRow.flatten(
                row, channels: 4, premultiplied: source.alphaMode == .premultiplied, into: start,
                pixels: source.width, background: colors)
            for pixel in 0..<source.width {
                unsafe target[pixel] = unsafe Sample(luminanceOf: start + pixel * 3)
            }
        }
    }

    /// Repeats or dims colour, and adds alpha where there was none.
    private func spread<Sample: PixelSample>(
        _ row: UnsafePointer<Sample>, _ target: UnsafeMutablePointer<Sample>
    ) {
        let (step, width) = (source.channels.count, kind.channels.count)
        let (hasColor, wantsColor) = (source.channels.hasColor, kind.channels.hasColor)
        var (from, to) = unsafe (row, target)
        for _ in 0..<source.width {
            if wantsColor {
                unsafe to[0] = from[0]
                unsafe to[1] = hasColor ? from[1] : from[0]
                unsafe to[2] = hasColor ? from[2] : from[0]
            } else {
                unsafe to[0] = unsafe hasColor ? Sample(luminanceOf: from) : from[0]
            }
            if kind.channels.hasAlpha {
                unsafe to[width - 1] = source.channels.hasAlpha ? from[step - 1] : .max
            }
            unsafe from += step
            unsafe to += width
        }
    }
}

extension PixelSample {
    /// A sample of 8 bits at this depth.
    fileprivate init(widening sample: UInt8) {
        self = Self(truncatingIfNeeded: Self.max / 255) &* Self(truncatingIfNeeded: sample)
    }

    /// The luminance of red, green and blue as JPEG reckons it (ITU-R BT.601), rounded.
    fileprivate init(luminanceOf color: UnsafePointer<Self>) {
        let red = unsafe UInt32(truncatingIfNeeded: color[0]) &* 19_595
        let green = unsafe UInt32(truncatingIfNeeded: color[1]) &* 38_470
        let blue = unsafe UInt32(truncatingIfNeeded: color[2]) &* 7_471
        self = Self(truncatingIfNeeded: (red &+ green &+ blue &+ 0x8000) &>> 16)
    }
}

extension UInt8 {
    /// A 16-bit sample, rounded to the nearest of 8 bits; exact over the whole range.
    fileprivate init(rounding sample: UInt16) {
        self = UInt8(truncatingIfNeeded: (UInt32(sample) &* 255 &+ 32_895) &>> 16)
    }
}
