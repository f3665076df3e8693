import KingfisherCore

/// Makes a picture smaller by whole factors: every pixel is the mean of a block, and those at the right and lower edge
/// of what is left of one.
struct BoxShrink {
    /// The greatest factor: so many squared samples of 16 bits add up to one of 32 bits.
    private static let largestFactor = 255

    let horizontal: Int
    let vertical: Int

    /// The factors that go before a filter which then still shrinks by three: little enough is lost between the two.
    init(from source: PixelLayout, toWidth width: Int, height: Int) {
        func factor(_ from: Int, _ to: Int) -> Int {
            from > to * 6 ? min(from / (to * 3), Self.largestFactor) : 1
        }
        horizontal = factor(source.width, width)
        vertical = factor(source.height, height)
    }

    /// Whether nothing is to be done.
    var isIdentity: Bool { horizontal == 1 && vertical == 1 }

    /// The small picture, of 16 bits and premultiplied.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    func shrunk(_ picture: PixelBuffer) throws -> PixelBuffer {
        switch picture.layout.depth {
        case .eight: try shrunk(picture, of: UInt8.self)
        case .sixteen: try shrunk(picture, of: UInt16.self)
        }
    }

    private func shrunk<Sample: KernelSample>(
        _ picture: PixelBuffer, of type: Sample.Type
    ) throws -> PixelBuffer {
        let source = picture.layout
        let target = try PixelLayout(
            width: (source.width + horizontal - 1) / horizontal,
            height: (source.height + vertical - 1) / vertical,
            channels: source.channels, depth: .sixteen, premultiplied: true)
        return try unsafe picture.rendered(as: target, from: type, to: UInt16.self) { input, output in
            let rows = unsafe MixableRows(layout: source, samples: input)
            // Blocks of about 64 Ki samples of the source.
            let blocks = RowBlocks(
                target.height, perBlock: 65_536 / (source.samplesPerRow * vertical),
                pixels: source.width * source.height)
            try blocks.run { block in
                let memory = try Scratch<Sample>(count: rows.scratchLength)
                let sums = try Scratch<UInt32>(count: source.samplesPerRow)
                for y in block {
                    let covered = y * vertical..<min((y + 1) * vertical, source.height)
                    for row in covered {
                        let samples = unsafe rows.row(row, in: memory.start)
                        unsafe add(
                            samples, to: sums.start, count: source.samplesPerRow,
                            starts: row == covered.lowerBound)
                    }
                    unsafe shorten(
                        sums.start, of: source, rows: covered.count, top: Sample.max.real,
                        into: output + y * target.samplesPerRow)
                }
            }
        }
    }

    private func add<Sample: KernelSample>(
        _ row: UnsafePointer<Sample>, to sums: UnsafeMutablePointer<UInt32>, count: Int, starts: Bool
    ) {
        if starts {
            for index in 0..<count { unsafe sums[index] = UInt32(truncatingIfNeeded: row[index]) }
        } else {
            for index in 0..<count { unsafe sums[index] &+= UInt32(truncatingIfNeeded: row[index]) }
        }
    }

    /// Adds up neighbours and divides.
    private func shorten(
        _ sums: UnsafePointer<UInt32>, of source: PixelLayout, rows: Int, top: Float,
        into target: UnsafeMutablePointer<UInt16>
    ) {
        switch source.channels {
        case .gray: unsafe shorten(sums, of: source, channels: 1, rows: rows, top: top, into: target)
        case .grayAlpha: unsafe shorten(sums, of: source, channels: 2, rows: rows, top: top, into: target)
        case .rgb: unsafe shorten(sums, of: source, channels: 3, rows: rows, top: top, into: target)
        case .rgba: unsafe shorten(sums, of: source, channels: 4, rows: rows, top: top, into: target)
        }
    }

    @inline(__always)
    private func shorten(
        _ sums: UnsafePointer<UInt32>, of source: PixelLayout, channels: Int, rows: Int, top: Float,
        into target: UnsafeMutablePointer<UInt16>
    ) {
        var place = 0
        for first in stride(from: 0, to: source.width, by: horizontal) {
            let columns = min(horizontal, source.width &- first)
            let scale = 65_535 / (top * Float(columns &* rows))
            for channel in 0..<channels {
                var sum: UInt32 = 0
                for column in first..<first &+ columns {
                    unsafe sum &+= sums[column &* channels &+ channel]
                }
                unsafe target[place] = RowKernels.rounded(Float(sum) * scale, top: 65_535)
                place &+= 1
            }
        }
    }
}
