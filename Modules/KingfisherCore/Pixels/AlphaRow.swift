/// Alpha arithmetic over rows of interleaved samples.
enum AlphaRow {
    static func premultiply<Sample: PixelSample>(
        _ source: UnsafePointer<Sample>, into target: UnsafeMutablePointer<Sample>, pixels: Int, channels: Int
    ) {
        var index = 0
        for _ in 0..<pixels {
            let alpha = unsafe source[index &+ channels &- 1]
            for channel in index..<index &+ channels &- 1 {
                unsafe target[channel] = unsafe source[channel].multiplied(by: alpha)
            }
            unsafe target[index &+ channels &- 1] = alpha
            index &+= channels
        }
    }

    /// Multiplies 8-bit RGBA, two samples to a multiplication.
    ///
    /// Each 16-bit half of a word holds a product of two samples and what rounding adds, below 65,536; so no half
    /// carries into the other. Alpha itself is multiplied by 255.
    static func premultiplyRGBA(
        _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, pixels: Int
    ) {
        let halves: UInt32 = 0x00FF_00FF
        let rounding: UInt32 = 0x0080_0080
        for index in 0..<pixels {
            let address = unsafe UnsafeRawPointer(source + index &* 4)
            let pixel = unsafe UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))
            let alpha = pixel &>> 24
            var redBlue = (pixel & halves) &* alpha &+ rounding
            var greenAlpha = ((pixel &>> 8) & 0xFF | 0x00FF_0000) &* alpha &+ rounding
            redBlue = ((redBlue &+ ((redBlue &>> 8) & halves)) &>> 8) & halves
            greenAlpha = (greenAlpha &+ ((greenAlpha &>> 8) & halves)) & ~halves
            unsafe UnsafeMutableRawPointer(target + index &* 4).storeBytes(
                of: (redBlue | greenAlpha).littleEndian, as: UInt32.self)
        }
    }

    static func unpremultiply<Sample: PixelSample>(
        _ samples: UnsafeMutablePointer<Sample>, pixels: Int, channels: Int
    ) {
        var index = 0
        for _ in 0..<pixels {
            let alpha = unsafe samples[index &+ channels &- 1]
            if alpha != .max {
                for channel in index..<index &+ channels &- 1 {
                    unsafe samples[channel] = unsafe samples[channel].divided(by: alpha)
                }
            }
            index &+= channels
        }
    }

    /// Lays pixels over a background of one value for each colour channel.
    ///
    /// The source's colours and the background's may differ in number when the source is gray: its luminance then
    /// serves for each.
    static func flatten<Sample: PixelSample>(
        _ source: UnsafePointer<Sample>, channels: Int, premultiplied: Bool,
        into target: UnsafeMutablePointer<Sample>, pixels: Int, background: [Sample]
    ) {
        let step = channels == 4 ? 1 : 0
        var index = 0
        var output = 0
        for _ in 0..<pixels {
            let alpha = unsafe source[index &+ channels &- 1]
            for (channel, behind) in background.enumerated() {
                let color = unsafe source[index &+ channel &* step]
                unsafe target[output &+ channel] =
                    premultiplied
                    ? color.over(behind, alpha: alpha) : color.mixed(with: behind, alpha: alpha)
            }
            index &+= channels
            output &+= background.count
        }
    }
}

extension PixelSample {
    /// The product of two fractions of `max`, rounded.
    ///
    /// Division by 255 or 65,535 by shifts is exact over the whole range (J. Blinn, "Three Wrongs Make a Right").
    func multiplied(by alpha: Self) -> Self {
        Self(
            truncatingIfNeeded: Self.fraction(
                UInt32(truncatingIfNeeded: self) &* UInt32(truncatingIfNeeded: alpha)))
    }

    /// The quotient of two fractions of `max`, rounded; 0 where alpha is 0, and `max` where it would be more.
    func divided(by alpha: Self) -> Self {
        guard alpha > 0 else { return 0 }
        guard self < alpha else { return .max }
        let divisor = UInt32(truncatingIfNeeded: alpha)
        let scaled = UInt32(truncatingIfNeeded: self) &* UInt32(truncatingIfNeeded: Self.max)
        return Self(truncatingIfNeeded: (scaled &+ divisor / 2) / divisor)
    }

    /// A straight colour over an opaque one.
    func mixed(with behind: Self, alpha: Self) -> Self {
        let front = UInt32(truncatingIfNeeded: self) &* UInt32(truncatingIfNeeded: alpha)
        let rest = UInt32(truncatingIfNeeded: behind) &* UInt32(truncatingIfNeeded: .max &- alpha)
        return Self(truncatingIfNeeded: Self.fraction(front &+ rest))
    }

    /// A premultiplied colour over an opaque one.
    func over(_ behind: Self, alpha: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(behind.multiplied(by: .max &- alpha))
        return overflow ? .max : sum
    }

    private static func fraction(_ product: UInt32) -> UInt32 {
        let shift = UInt32(truncatingIfNeeded: bitWidth)
        let rounded = product &+ (1 &<< (shift &- 1))
        return (rounded &+ (rounded &>> shift)) &>> shift
    }
}
