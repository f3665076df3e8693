import Foundation
import KingfisherCore
import KingfisherProcessing

/// Times one operation, for Tools/bench/processing: `processing-bench OPERATION IMAGE`, IMAGE being a dump that
/// the script names as `MODE:WxH:FILE`.
///
/// Prints the median wall time of nine runs in milliseconds and the peak resident memory in KiB; with a third argument the
/// pixels of the last result go into that file. The time of an operation that works in place includes no copy of its input.
@main
enum ProcessingBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2, let operation = operations[arguments[0]] ?? resize(arguments[0])
        else {
            let names = operations.keys.sorted().joined(separator: " ")
            FileHandle.standardError.write(
                Data(
                    "usage: processing-bench OPERATION MODE:WxH:FILE [RESULT]\noperations: \(names) resize-WxH resize-WxH-exact\n"
                        .utf8))
            exit(2)
        }
        let image = try load(arguments[1])
        var times: [Double] = []
        var result = image
        let clock = ContinuousClock()
        for _ in 0..<9 {
            result = image
            var input = Optional(try image.thaw().freeze())
            let start = clock.now
            result = try operation(input.take()!)
            times.append(Double((clock.now - start) / .microseconds(1)) / 1000)
        }
        print(times.sorted()[4], peakKiB())
        if arguments.count == 3 {
            let data = result.withBytes { bytes in bytes.withUnsafeBytes { Data($0) } }
            try data.write(to: URL(fileURLWithPath: arguments[2]))
        }
    }

    typealias Operation = @Sendable (consuming PixelBuffer) throws -> PixelBuffer

    private static let operations: [String: Operation] = [
        "copy": { pixels in
            let copy = try pixels.thaw().freeze()
            return withExtendedLifetime(pixels) { copy }
        },
        "blur-20": { try $0.blurred(radius: 20) },
        "blur-2": { try $0.blurred(radius: 2) },
        "sharpen": { pixels in try (consume pixels).sharpened(radius: 2, amount: 0.5) },
        "tint": { pixels in
            try (consume pixels).tinted(with: RGBAColor(red: 1, green: 0.5, blue: 0, alpha: 0.3))
        },
        "contrast": { pixels in
            try (consume pixels).adjusted(brightness: 0.1, contrast: 1.2, saturation: 1, exposure: 0)
        },
        "saturation": { pixels in
            try (consume pixels).adjusted(brightness: 0.1, contrast: 1.2, saturation: 0.7, exposure: 0)
        },
        "black-white": { pixels in
            try (consume pixels).adjusted(brightness: 0, contrast: 1, saturation: 0, exposure: 0.7)
        },
        "rotate-10": { try $0.rotated(degrees: 10) },
        "rotate-90": { try $0.rotated(degrees: 90) },
    ]

    /// `resize-WxH` or `resize-WxH-exact`.
    private static func resize(_ name: String) -> Operation? {
        let parts = name.split(separator: "-")
        let sides = parts.dropFirst().first?.split(separator: "x").compactMap { Int($0) } ?? []
        guard parts.first == "resize", sides.count == 2 else { return nil }
        let resampling: Resampling = parts.last == "exact" ? .lanczos3.exact : .lanczos3
        return { try $0.resized(width: sides[0], height: sides[1], resampling: resampling) }
    }

    private static func load(_ text: String) throws -> PixelBuffer {
        let parts = text.split(separator: ":", maxSplits: 2).map(String.init)
        let sides = parts[1].split(separator: "x").compactMap { Int($0) }
        let channels: PixelLayout.Channels = parts[0] == "RGBA" ? .rgba : parts[0] == "L" ? .gray : .rgb
        let layout = try PixelLayout(width: sides[0], height: sides[1], channels: channels)
        return try PixelBuffer(layout: layout, copying: Data(contentsOf: URL(fileURLWithPath: parts[2])))
    }

    private static func peakKiB() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
}
