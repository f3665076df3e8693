import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

/// Holds colour controls against their formula, reckoned here in double precision.
@Suite(.timeLimit(.minutes(2)))
struct ColorAdjustmentTests {
    /// Brightness, contrast, saturation, exposure.
    static let settings: [[Double]] = [
        [0, 1, 1, 0], [0.2, 1, 1, 0], [-0.3, 1.5, 1, 0], [0, 0.4, 1, 0], [0, 1, 0, 0], [0.1, 1.2, 1.8, 0],
        [0, 1, 0, 0.7], [0, 1, 1, -1.5], [-0.05, 1.1, 0.6, 1.2],
    ]

    /// The formula of `PixelBuffer.adjusted` for the straight colours of a pixel, in fractions.
    private func expected(_ colors: [Double], _ setting: [Double]) -> [Double] {
        let light =
            colors.count == 1 ? colors[0] : 0.2126 * colors[0] + 0.7152 * colors[1] + 0.0722 * colors[2]
        return colors.map { color in
            let saturated = light + (color - light) * setting[2]
            let clamped = min(max((saturated - 0.5) * setting[1] + 0.5 + setting[0], 0), 1)
            guard setting[3] != 0 else { return clamped }
            let linear = clamped <= 0.04045 ? clamped / 12.92 : pow((clamped + 0.055) / 1.055, 2.4)
            let exposed = min(linear * pow(2, setting[3]), 1)
            return exposed <= 0.0031308 ? exposed * 12.92 : 1.055 * pow(exposed, 1 / 2.4) - 0.055
        }
    }

    @Test(
        "Every layout follows the formula to within a step", arguments: ResizePropertyTests.layouts, settings)
    func formula(_ layout: (PixelLayout.Channels, PixelLayout.Depth), _ setting: [Double]) throws {
        let (channels, depth) = layout
        let source = try noise(width: 67, height: 9, channels, depth: depth)
        let result = try source.adjusted(
            brightness: setting[0], contrast: setting[1], saturation: setting[2], exposure: setting[3])
        #expect(result.layout == source.layout)
        let top = depth == .eight ? 255.0 : 65_535.0
        let (before, after) = (samples(source), samples(result))
        let colors = channels.hasColor ? 3 : 1
        var largest = 0.0
        for start in stride(from: 0, to: before.count, by: channels.count) {
            let wanted = expected(before[start..<start + colors].map { Double($0) / top }, setting)
            for (channel, value) in wanted.enumerated() {
                largest = max(largest, abs(Double(after[start + channel]) - value * top))
            }
            if channels.hasAlpha { #expect(after[start + colors] == before[start + colors]) }
        }
        // Half a step for rounding; exposure rounds its input too, at 16 bits to whole steps that it then stretches.
        #expect(largest <= (setting[3] == 0 ? 0.51 : depth == .eight ? 0.65 : 2.6))
    }

    @Test("Premultiplied pixels become what straight ones become, but for what they cannot express")
    func premultiplied() throws {
        let source = try noise(width: 50, height: 20, .rgba)
        for setting in Self.settings where setting[3] == 0 {
            func adjust(_ pixels: PixelBuffer) throws -> PixelBuffer {
                try pixels.adjusted(
                    brightness: setting[0], contrast: setting[1], saturation: setting[2], exposure: 0)
            }
            let straight = try adjust(source).premultiplied()
            let result = try adjust(source.premultiplied())
            #expect(result.layout.alphaMode == .premultiplied)
            // Each input is half a step off, and the settings stretch that up to 2.2 times.
            #expect(largestDifference(straight, result) <= 2)
        }
    }

    @Test("Images of several megapixels, done by all cores, are the same row by row")
    func large() throws {
        let source = try noise(width: 1500, height: 900, .rgb)
        let whole = try source.adjusted(brightness: 0.1, contrast: 1, saturation: 0.5, exposure: 0)
        for y in [0, 449, 450, 899] {
            let row = try source.cropped(x: 0, y: y, width: 1500, height: 1)
                .adjusted(brightness: 0.1, contrast: 1, saturation: 0.5, exposure: 0)
            #expect(samples(row) == samples(try whole.cropped(x: 0, y: y, width: 1500, height: 1)))
        }
    }

    @Test("A tint is a colour composited over the pixels", arguments: ResizePropertyTests.layouts)
    func tint(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try noise(width: 41, height: 7, channels, depth: depth)
        let top = depth == .eight ? 255.0 : 65_535.0
        let color = RGBAColor(red: 0.9, green: 0.2, blue: 0.1, alpha: 0.35)
        let result = try source.tinted(with: color)
        #expect(result.layout.channels == (channels.hasAlpha ? .rgba : .rgb))
        let (before, after) = (samples(source), samples(result))
        let width = result.layout.channels.count
        var largest = 0.0
        for pixel in 0..<41 * 7 {
            let start = pixel * channels.count
            let alpha = channels.hasAlpha ? Double(before[start + channels.count - 1]) / top : 1
            for (channel, part) in [color.red, color.green, color.blue].enumerated() {
                let behind = Double(before[start + (channels.hasColor ? channel : 0)]) * alpha
                let wanted = part * 0.35 * top + behind * 0.65
                largest = max(largest, abs(Double(after[pixel * width + channel]) - wanted))
            }
            if channels.hasAlpha {
                let wanted = (0.35 + alpha * 0.65) * top
                largest = max(largest, abs(Double(after[pixel * width + 3]) - wanted))
            }
        }
        // Half a step for rounding, and where alpha is multiplied in first, its rounding as well.
        #expect(largest <= (channels.hasAlpha ? 0.84 : 0.51))
    }

    @Test("A gray tint keeps gray pixels gray")
    func grayTint() throws {
        let source = try buffer([0, 100, 255], width: 3, .gray)
        let result = try source.tinted(with: RGBAColor(red: 1, green: 1, blue: 1, alpha: 0.5))
        #expect(result.layout.channels == .gray)
        #expect(samples(result) == [128, 178, 255])
    }
}
