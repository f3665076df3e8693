import Foundation
import Kingfisher
import KingfisherCore

// Prints what decoding a file costs within one process, in processor time, which other programs on the machine do not
// stretch, and the process's peak memory. Build it with Tools/release-build; Tools/bench/decode runs it beside others.
//
// usage: decode-bench FORMAT FILE [--rgba | --play | --encode FORMAT] [--runs N]

/// What the command line asks for.
struct Job {
    var format = ""
    var file = ""
    var task = "decode"
    var encoded = ""
    var runs = 7

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        guard let format = rest.popFirst(), let file = rest.popFirst() else { return nil }
        (self.format, self.file) = (format, file)
        while let option = rest.popFirst() {
            switch option {
            case "--rgba", "--play": task = String(option.dropFirst(2))
            case "--encode":
                guard let format = rest.popFirst() else { return nil }
                (task, encoded) = ("encode", format)
            case "--runs":
                guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
                runs = count
            default: return nil
            }
        }
    }
}

func fail(_ message: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("decode-bench: \(message)\n".utf8))
    exit(code)
}

/// The highest resident size the process ever had, in MiB.
func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) >> 10
}

/// Processor times in milliseconds, sorted.
func measure(_ runs: Int, _ work: () throws -> Void) rethrows -> [Double] {
    try (0..<runs).map { _ in
        let start = clock()
        try work()
        return Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
    }.sorted()
}

guard let job = Job(Array(CommandLine.arguments.dropFirst())) else {
    fail("usage: decode-bench FORMAT FILE [--rgba | --play | --encode FORMAT] [--runs N]", 2)
}
do {
    let codecs = try PluginRegistry(PluginRegistry.standardPlugins).codecs
    let data = try Data(contentsOf: URL(filePath: job.file))
    let decoder = try codecs.decoder(for: data)
    guard decoder.formats.contains(where: { $0.identifier == job.format }) else {
        fail("\(job.file) is \(ImageFormat(sniffing: data)), not \(job.format)", 1)
    }
    let options = DecodingOptions(limits: .standard)
    let info = try decoder.inspect(data, limits: .standard)
    let times: [Double]
    switch job.task {
    case "play":
        times = try measure(job.runs) {
            guard let frames = try decoder.decode(data, options: options).frames else {
                fail("\(job.file) is not animated", 1)
            }
            for index in 0..<frames.frameCount { _ = try frames.frame(at: index) }
        }
    case "encode":
        let image = try decoder.decode(data, options: options)
        guard let encoder = codecs.encoders.first(where: { $0.format.identifier == job.encoded }) else {
            fail("nothing encodes \(job.encoded)", 1)
        }
        times = try measure(job.runs) { _ = try encoder.encode(image, options: EncodingOptions()) }
    case "rgba":
        times = try measure(job.runs) {
            _ = try decoder.decode(data, options: options).pixels.converted(to: PixelKind(.rgba))
        }
    default:
        times = try measure(job.runs) { _ = try decoder.decode(data, options: options) }
    }
    let (least, median) = (times[0].rounded(), times[times.count / 2].rounded())
    print(
        "\(job.task) \(info.format) \(info.width)x\(info.height), \(info.frameCount) frames: "
            + "\(Int(least)) ms least, \(Int(median)) ms median of \(job.runs), peak \(peakMemory()) MiB")
} catch {
    fail("\(error)", 1)
}
