/// The inner loops of resampling, on rows of interleaved samples.
///
/// They work in `Float`: with 24 bits, sums of hundreds of 16-bit samples stay far within half a step, and four
/// lanes multiply and add at once on any 64-bit machine, which 32-bit integers do not on plain x86-64.
enum RowKernels {
    /// Samples past the end of a `Float` row that kernels may read or overwrite.
    static let padding = 4
    /// Terms that are summed before the sum is set aside, so that long sums do not drown their last terms.
    static let blockLength = 1024

    /// Four rows with a weight each.
    // Safe: lives for one call of a kernel, whose caller keeps the four rows; touching them there is marked.
    @safe struct Group<Element: RowElement> {
        var rows:
            (
                UnsafePointer<Element>, UnsafePointer<Element>, UnsafePointer<Element>, UnsafePointer<Element>
            )
        var weights: (Float, Float, Float, Float)
    }

    /// Sums four weighted rows into `sums`, on top of what is there unless `starts` is set.
    static func accumulate<Element: RowElement>(
        _ group: Group<Element>, into sums: UnsafeMutablePointer<Float>, count: Int, starts: Bool
    ) {
        let (row0, row1, row2, row3) = unsafe group.rows
        let (weight0, weight1, weight2, weight3) = group.weights
        if starts {
            for index in 0..<count {
                unsafe sums[index] =
                    (row0[index].real * weight0 + row1[index].real * weight1)
                    + (row2[index].real * weight2 + row3[index].real * weight3)
            }
        } else {
            for index in 0..<count {
                unsafe sums[index] +=
                    (row0[index].real * weight0 + row1[index].real * weight1)
                    + (row2[index].real * weight2 + row3[index].real * weight3)
            }
        }
    }

    /// Adds a row to another.
    static func add(_ row: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>, count: Int) {
        for index in 0..<count {
            unsafe sums[index] += row[index]
        }
    }

    /// Turns samples into `Float`s of the same value.
    static func widen<Element: RowElement>(
        _ row: UnsafePointer<Element>, into target: UnsafeMutablePointer<Float>, count: Int
    ) {
        for index in 0..<count {
            unsafe target[index] = row[index].real
        }
    }

    /// Scales and rounds to samples, clamping what ringing took beyond their range.
    static func narrow<Sample: RowElement & FixedWidthInteger>(
        _ row: UnsafePointer<Float>, into target: UnsafeMutablePointer<Sample>, count: Int, scale: Float
    ) {
        for index in 0..<count {
            unsafe target[index] = rounded(row[index] * scale, top: Sample.max.real)
        }
    }

    /// The nearest sample, `top` being the greatest one allowed.
    ///
    /// Adding 2^23 leaves a Float no bits below 1: the sum rounds to an integer, whose bits are the lowest.
    @inline(__always)
    static func rounded<Sample: RowElement & FixedWidthInteger>(_ value: Float, top: Float) -> Sample {
        Sample(truncatingIfNeeded: (min(max(value, 0), top) + 8_388_608).bitPattern)
    }
}

/// An element that rows are made of.
protocol RowElement: BitwiseCopyable {
    /// The value as a `Float`, exactly.
    var real: Float { get }
}

extension UInt8: RowElement {
    var real: Float { Float(self) }
}

extension UInt16: RowElement {
    var real: Float { Float(self) }
}

extension Float: RowElement {
    var real: Float { self }
}
