import Foundation
import KingfisherColor
import KingfisherCore

/// Times the conversion of noise to sRGB, for Tools/bench/color: `color-bench PROFILE WxH 8|16`.
///
/// Prints the median processor time of seven runs in milliseconds and the peak resident memory in KiB.
@main
enum ColorBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let sides = arguments.count == 3 ? arguments[1].split(separator: "x").compactMap { Int($0) } : []
        guard sides.count == 2, let depth = PixelLayout.Depth(rawValue: Int(arguments[2]) ?? 0),
            let profile = ICCProfile(try Data(contentsOf: URL(filePath: arguments[0])))
        else {
            FileHandle.standardError.write(Data("usage: color-bench PROFILE WxH 8|16\n".utf8))
            exit(2)
        }
        let layout = try PixelLayout(width: sides[0], height: sides[1], channels: .rgb, depth: depth)
        let image = Image(pixels: try noise(layout), metadata: ImageMetadata(iccProfile: profile))
        var times: [Double] = []
        for _ in 0..<7 {
            let start = clock()
            // A new converter each time, so that making the conversion counts.
            _ = try LCMSColorConverter().converted(image, to: nil)
            times.append(Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000)
        }
        print(times.sorted()[3], peakKiB())
    }

    /// Reproducible noise, so that no table stays in the cache for want of different colours.
    private static func noise(_ layout: PixelLayout) throws -> PixelBuffer {
        var canvas = try PixelCanvas(layout)
        canvas.withMutableBytes { bytes in
            var state: UInt64 = 88_172_645_463_325_252
            for offset in 0..<bytes.byteCount {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                bytes.storeBytes(
                    of: UInt8(truncatingIfNeeded: state), toByteOffset: offset, as: UInt8.self)
            }
        }
        return canvas.freeze()
    }

    private static func peakKiB() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
}
