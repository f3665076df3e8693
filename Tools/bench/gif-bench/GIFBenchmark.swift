import Foundation
import KingfisherCore
import KingfisherGIF

/// What Tools/bench/gif runs.
///
///     gif-bench play FILE                              every frame once: wall milliseconds, peak KiB
///     gif-bench encode RGB WIDTH HEIGHT DITHERING OUT  a picture of raw RGB: wall milliseconds, peak KiB
@main
enum GIFBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let start = ContinuousClock.now
        switch arguments.first {
        case "play" where arguments.count == 2:
            try play(try Data(contentsOf: URL(filePath: arguments[1])))
        case "encode" where arguments.count == 6:
            try encode(arguments)
        default:
            FileHandle.standardError.write(Data("usage: gif-bench play FILE | encode …\n".utf8))
            exit(2)
        }
        print((ContinuousClock.now - start) / .milliseconds(1), peakKiB())
    }

    private static func play(_ data: Data) throws {
        let image = try GIFDecoder().decode(data, options: DecodingOptions())
        guard let frames = image.frames else { return }
        for index in 0..<frames.frameCount { _ = try frames.frame(at: index) }
    }

    private static func encode(_ arguments: [String]) throws {
        let layout = try PixelLayout(
            width: Int(arguments[2]) ?? 0, height: Int(arguments[3]) ?? 0, channels: .rgb)
        let pixels = try PixelBuffer(
            layout: layout, copying: try Data(contentsOf: URL(filePath: arguments[1])))
        let dithering: [String: GIFDithering] = ["none": .none, "diffusion": .diffusion, "ordered": .ordered]
        let encoder = GIFEncoder(dithering: dithering[arguments[4]] ?? .diffusion)
        let data = try encoder.encode(Image(pixels: pixels), options: EncodingOptions())
        try data.write(to: URL(filePath: arguments[5]))
    }

    private static func peakKiB() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
