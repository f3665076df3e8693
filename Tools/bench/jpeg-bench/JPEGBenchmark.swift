import Foundation
import KingfisherCore
import KingfisherJPEG

/// Times the JPEG codec alone, for Tools/bench/jpeg: `jpeg-bench FILE [TARGET [PIECE]]`.
///
/// Decodes the file for a box of TARGET pixels a side, at full size for 0 or none; with PIECE as bytes arrive in pieces of
/// so many, a partial image being taken after each. Prints the median processor and wall time of RUNS runs (an
/// environment variable, else one) in milliseconds, the peak resident memory in KiB, the size that comes out, and how many
/// partial images there were.
@main
enum JPEGBenchmark {
    private static let decoder = JPEGDecoder()

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard (1...3).contains(arguments.count) else {
            FileHandle.standardError.write(Data("usage: jpeg-bench FILE [TARGET [PIECE]]\n".utf8))
            exit(2)
        }
        let data = try Data(contentsOf: URL(filePath: arguments[0]), options: .alwaysMapped)
        let side = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0
        let piece = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
        let options = DecodingOptions(
            target: side > 0 ? DecodingTarget(width: side, height: side, mode: .fit) : nil)
        let runs = ProcessInfo.processInfo.environment["RUNS"].flatMap { Int($0) } ?? 1
        var (processor, wall): ([Double], [Double]) = ([], [])
        var (size, parts) = ("", 0)
        for _ in 0..<max(runs, 1) {
            let (cpu, clock) = (Foundation.clock(), ContinuousClock.now)
            let (image, count) = try decode(data, options, piece: piece)
            processor.append(Double(Foundation.clock() - cpu) / Double(CLOCKS_PER_SEC) * 1000)
            wall.append((ContinuousClock.now - clock) / .milliseconds(1))
            (size, parts) = ("\(image.width)x\(image.height)", count)
        }
        print(median(processor), median(wall), peakKiB(), size, parts)
    }

    private static func decode(
        _ data: Data, _ options: DecodingOptions, piece: Int
    ) throws -> (image: Image, parts: Int) {
        guard piece > 0, let incremental = decoder.incrementalDecoder(options: options) else {
            return (try decoder.decode(data, options: options), 0)
        }
        var parts = 0
        for start in stride(from: 0, to: data.count, by: piece) {
            try incremental.append(data[start..<min(start + piece, data.count)])
            if try incremental.takePartialImage() != nil { parts += 1 }
        }
        return (try incremental.finish(), parts)
    }

    private static func median(_ times: [Double]) -> String {
        String(format: "%.1f", times.sorted()[times.count / 2])
    }

    private static func peakKiB() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Int(usage.ru_maxrss)
    }
}
