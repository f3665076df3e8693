import Foundation
import Kingfisher
import KingfisherCore
import KingfisherTestKit
import Testing

/// Animations made and judged by other programs.
struct Animation {
    /// What a program that is not ours finds in a file.
    struct Facts: Equatable {
        var format: String
        /// Milliseconds of each frame.
        var durations: [Int]
        /// How often it plays, 0 for ever.
        var plays: Int
    }

    static let colors = ["red", "lime", "blue"]
    static let durations = [100, 200, 300]
    static let formats = ["gif", "webp", "apng"]

    let folder: FolderForTest

    /// Says so and returns false where no plugin reads, or writes, animations of a format.
    static func isSupported(reading source: String? = nil, writing result: String? = nil) -> Bool {
        let codecs = PluginRegistry.standard.codecs
        if let source, !codecs.decoders.flatMap(\.animatedFormats).map(\.identifier).contains(source) {
            print("skipped: no decoder for animated \(source)")
            return false
        }
        if let result, !codecs.encoders.filter(\.supportsAnimation).map(\.format.identifier).contains(result)
        {
            print("skipped: no encoder for animated \(result)")
            return false
        }
        return true
    }

    /// The extension of files in a format.
    static func fileExtension(_ format: String) -> String { format == "apng" ? "png" : format }

    /// Makes a file of three frames, 24x16 pixels each of one colour, that plays for ever.
    /// - Returns: Its name in the folder.
    func make(_ format: String) async throws -> String {
        let gif = folder.path("source.gif")
        var arguments = ["-loop", "0", "-size", "24x16"]
        for (color, duration) in zip(Self.colors, Self.durations) {
            arguments += ["-delay", "\(duration / 10)", "xc:\(color)"]
        }
        try await run("convert", arguments + [gif])
        switch format {
        case "webp":
            try await run("gif2webp", ["-quiet", gif, "-o", folder.path("source.webp")])
        case "apng":
            try await run(
                "ffmpeg",
                [
                    "-v", "error", "-i", gif, "-vsync", "passthrough", "-plays", "0", "-final_delay", "3/10",
                    "-f", "apng", folder.path("source.png"),
                ])
        default: break
        }
        return "source.\(Self.fileExtension(format))"
    }

    /// What ImageMagick and gifsicle, webpinfo, or exiftool and ffprobe find in a file.
    func facts(_ name: String) async throws -> Facts {
        let path = folder.path(name)
        switch URL(filePath: path).pathExtension {
        case "gif":
            let delays = try await run("identify", ["-format", "%T ", path])
            let info = try await run("gifsicle", ["--info", path])
            let plays = info.firstMatch(of: /loop count ([0-9]+)/).flatMap { Int($0.1) }
            return Facts(
                format: "gif", durations: delays.split(separator: " ").compactMap { Int($0) }.map { $0 * 10 },
                plays: info.contains("loop forever") ? 0 : (plays ?? 0) + 1)
        case "webp":
            let info = try await run("webpinfo", [path])
            let durations = info.matches(of: /Duration: ([0-9]+)/).compactMap { Int($0.1) }
            let plays = info.firstMatch(of: /Loop count *: ([0-9]+)/).flatMap { Int($0.1) }
            return Facts(format: "webp", durations: durations, plays: plays ?? -1)
        default:
            let plays = try await run("exiftool", ["-s3", "-n", "-AnimationPlays", path])
            let packets = try await run(
                "ffprobe",
                [
                    "-v", "error", "-show_entries", "packet=duration_time", "-of", "csv=p=0", "-f", "apng",
                    path,
                ])
            return Facts(
                format: "apng",
                durations: packets.split(whereSeparator: { "\n,".contains($0) }).compactMap {
                    Double($0).map { Int(($0 * 1000).rounded()) }
                }, plays: Int(plays.dropLast()) ?? -1)
        }
    }

    /// The colour in the middle of an image, as `rrggbb`.
    func color(_ name: String) async throws -> String {
        let path = folder.path(name)
        return try await run("convert", [path, "-alpha", "off", "-format", "%[hex:u.p{12,8}]", "info:"])
    }

    @discardableResult
    func run(_ program: String, _ arguments: [String]) async throws -> String {
        let outcome = try await ChildProgram.run(program, arguments)
        try #require(outcome.exitCode == 0, "\(program): \(outcome.errorText)")
        return String(decoding: outcome.output, as: UTF8.self)
    }
}
