import Foundation
import KingfisherCore
import KingfisherProcessing

/// Times one resize, for Tools/bench/resize: `resize-bench MODE WxH WxH`, MODE being L, RGB, RGBA or RGBa.
///
/// Prints the median processor time of seven runs in milliseconds and the peak resident memory in KiB.
@main
enum ResizeBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3, let from = size(arguments[1]), let to = size(arguments[2]),
            let layout = try layout(arguments[0], width: from.width, height: from.height)
        else {
            FileHandle.standardError.write(Data("usage: resize-bench MODE WxH WxH\n".utf8))
            exit(2)
        }
        let image = try noise(layout)
        var times: [Double] = []
        for _ in 0..<7 {
            let start = clock()
            _ = try image.resized(width: to.width, height: to.height)
            times.append(Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000)
        }
        print(times.sorted()[3], peakKiB())
    }

    private static func size(_ text: String) -> (width: Int, height: Int)? {
        let sides = text.split(separator: "x").compactMap { Int($0) }
        return sides.count == 2 ? (sides[0], sides[1]) : nil
    }

    private static func layout(_ mode: String, width: Int, height: Int) throws -> PixelLayout? {
        switch mode {
        case "L": try PixelLayout(width: width, height: height, channels: .gray)
        case "RGB": try PixelLayout(width: width, height: height, channels: .rgb)
        case "RGBA": try PixelLayout(width: width, height: height, channels: .rgba)
        case "RGBa": try PixelLayout(width: width, height: height, channels: .rgba, premultiplied: true)
        default: nil
        }
    }

    /// Reproducible noise, so that no row is like another and no alpha is opaque throughout.
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
