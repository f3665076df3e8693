import Foundation
import Glibc
import KingfisherCore
import KingfisherPipeline

/// One run of `kf frames`: each frame is decoded, processed, encoded and written before the next one.
struct FramesRun: Sendable {
    private let options: GetCommand.Options
    private let folder: String
    private let console: Console
    private let loader: ImageLoader
    private let writer: OutputWriter
    private let encoding: ResultEncoding

    /// - Throws: `UsageError` for a format that cannot be written.
    init(_ options: FramesCommand.Options, console: Console) throws {
        self.options = options.get
        self.folder = options.folder
        self.console = console
        let choice = try FormatChoice(
            named: options.get.encoding.format ?? .png, output: options.get.output,
            codecs: Assembly.registry.codecs)
        encoding = ResultEncoding(options: options.get, choice: choice)
        writer = try OutputWriter(options.get)
        // The cache is to keep the animation itself, not a processed one that nobody asked for as a whole.
        loader = ImageLoader(options.get, steps: [], onlyFirstFrame: false)
    }

    /// - Returns: The exit status.
    func perform() async -> Int32 {
        let signals = TemporaryFiles.shared.removeOnSignals()
        defer { withExtendedLifetime(signals) {} }
        let source = options.sources[0]
        do {
            let argument = try SourceArgument(source)
            let result = try await loader.load(argument)
            // After the load, so that one that fails leaves no empty folder.
            try writer.prepare()
            CacheWarnings(console).warn(result.cacheErrors)
            try await write(result.image, named: SafeFileName.parts(of: argument).stem)
            console.finish()
            return console.isOutputLost ? 1 : 0
        } catch {
            console.finish()
            let failure = Failure(error)
            console.error(failure.line(for: source))
            if options.printsJSON { console.result(failure.json(for: source).text) }
            return 1
        }
    }

    private func write(_ image: Image, named stem: String) async throws {
        let encoder = try encoding.choice.encoder(for: encoding.choice.format(own: .png), isAnimated: false)
        let count = image.frames?.frameCount ?? 1
        console.begin(
            ProgressLine(
                total: count, isQuiet: options.isQuiet, isTerminal: Console.isTerminal(STDERR_FILENO)))
        var last = "", bytes = 0
        for index in 0..<count where !console.isOutputLost {
            let frame = try await frame(index, of: image)
            let encoded = try await encoding.encoded(frame, by: encoder) { note in
                if options.isVerbose, index == 0 {
                    console.note("kf: \(Failure.shortName(options.sources[0])): \(note)")
                }
            }
            let number = String(index + 1)
            let name = "\(stem)-\(String(repeating: "0", count: max(4 - number.count, 0)))\(number)"
            let fileExtension = encoded.format.fileExtensions.first ?? encoded.format.identifier
            let path = OutputWriter.path(of: "\(name).\(fileExtension)", in: folder)
            last = try await WorkPool.fileAccess.run { try writer.writeFile(encoded.data, path) }
            bytes += encoded.data.count
            report(index, of: image, frame, bytes: encoded.data.count, path)
            console.advance(path, failed: false)
        }
        guard !options.printsJSON, !options.isQuiet else { return }
        let frames = count == 1 ? "1 frame" : "\(count) frames"
        console.result(
            "\(Failure.shortName(options.sources[0])): \(frames), \(bytes) bytes to "
                + (count == 1 ? last : "\(OutputWriter.path(of: stem, in: folder))-0001 … \(last)"))
    }

    /// A frame as a still image, processed as the options ask.
    private func frame(_ index: Int, of image: Image) async throws -> Image {
        let processor = ProcessingStep.processor(for: options.steps)
        var parsed = KingfisherParsedOptionsInfo(options.transfer.items)
        parsed.codecs = encoding.choice.codecs
        let settled = parsed
        return try await WorkPool.processing.run {
            let pixels = try image.frames?.frame(at: index) ?? image.pixels
            let frame = image.replacingPixels(pixels)
            return try processor.process(item: .image(frame), options: settled) ?? frame
        }
    }

    private func report(_ index: Int, of image: Image, _ frame: Image, bytes: Int, _ path: String) {
        guard options.printsJSON else { return }
        var line = JSONLine()
        line.add("source", options.sources[0])
        line.add("index", index)
        let duration = image.frames.map { Int(($0.duration(at: index) / .milliseconds(1)).rounded()) }
        line.add("durationMilliseconds", duration)
        line.add("width", frame.width)
        line.add("height", frame.height)
        line.add("bytes", bytes)
        line.add("file", path)
        console.result(line.text)
    }
}
