import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherPipeline
import Synchronization

/// One run of `kf get`: each source is loaded, processed, encoded where need be, and written.
struct GetRun: Sendable {
    /// What became of a source.
    struct Outcome: Sendable {
        let cacheType: String
        let format: ImageFormat
        let width: Int
        let height: Int
        let frames: Int
        /// Bytes written.
        let bytes: Int
        /// Nil when nothing was written.
        let output: String?
    }

    private let options: GetCommand.Options
    private let console: Console
    private let loader: ImageLoader
    private let writer: OutputWriter
    private let choice: FormatChoice
    private let warnings = WarningsOnce()

    /// - Throws: `UsageError` for what cannot be written there or so.
    init(_ options: GetCommand.Options, console: Console) throws {
        self.options = options
        self.console = console
        choice = try FormatChoice(
            named: options.format, output: options.output, codecs: Assembly.registry.codecs)
        writer = try OutputWriter(options)
        loader = ImageLoader(options)
    }

    /// Does it all, several sources at a time.
    /// - Returns: The exit status.
    func perform() async -> Int32 {
        let signals = TemporaryFiles.shared.removeOnSignals()
        defer { withExtendedLifetime(signals) {} }
        do {
            try writer.prepare()
        } catch {
            console.error(Failure(error).message)
            return 1
        }
        let jobs = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
        let failed = await withTaskGroup(of: Bool.self) { group in
            var failed = false
            for (index, source) in options.sources.enumerated() {
                if index >= jobs, await group.next() == false { failed = true }
                group.addTask { await finish(source) }
            }
            for await succeeded in group where !succeeded { failed = true }
            return failed
        }
        console.finish()
        return failed || console.isOutputLost ? 1 : 0
    }

    /// Loads and reports one source.
    /// - Returns: Whether it succeeded.
    private func finish(_ source: String) async -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let outcome = try await outcome(of: source)
            let elapsed = (clock.now - start) / .milliseconds(1)
            if options.printsJSON {
                console.result(outcome.json(source: source, milliseconds: elapsed).text)
            } else if !options.isQuiet, options.output != .standardOutput {
                console.result(outcome.words(source: source, milliseconds: elapsed))
            }
            console.advance(source, failed: false)
            return true
        } catch {
            let failure = Failure(error)
            console.error(failure.line(for: source))
            if options.printsJSON { console.result(failure.json(for: source).text) }
            console.advance(source, failed: true)
            return false
        }
    }

    private func outcome(of source: String) async throws -> Outcome {
        let argument = try SourceArgument(source)
        let result = try await loader.load(argument)
        for error in result.cacheErrors where warnings.isNew(error.description) {
            console.note("kf: warning: \(error.description)")
        }
        let image = result.image
        let own = image.metadata.format ?? .png
        let wanted = choice.format(own: own)
        let isUntouched = options.isFaithful && wanted == own
        guard writer.writes else {
            return Outcome(
                cacheType: result.cacheType.description,
                format: isUntouched ? own : try choice.encodable(wanted), width: image.width,
                height: image.height,
                frames: image.frames?.frameCount ?? 1, bytes: 0, output: nil)
        }
        if isUntouched, let data = try await loader.bytes(of: result, argument) {
            let info = try choice.codecs.inspect(data, limits: options.limits.limits)
            return try await written(data, own, info.frameCount, source, result)
        }
        let format = try choice.encodable(wanted)
        let encoding = EncodingOptions(quality: options.quality, embedsProfile: !options.strips)
        let data = try await WorkPool.processing.run { [codecs = choice.codecs] in
            try codecs.encode(image, as: format, options: encoding)
        }
        return try await written(data, format, 1, source, result)
    }

    private func written(
        _ data: Data, _ format: ImageFormat, _ frames: Int, _ source: String, _ result: RetrieveImageResult
    ) async throws -> Outcome {
        let output = try await WorkPool.fileAccess.run { try writer.write(data, of: source, in: format) }
        return Outcome(
            cacheType: result.cacheType.description, format: format, width: result.image.width,
            height: result.image.height, frames: frames, bytes: data.count, output: output)
    }
}

/// Remembers what was said, so that a cache that fails for every source is named once.
private final class WarningsOnce: Sendable {
    private let said = Lock<Set<String>>([])

    func isNew(_ text: String) -> Bool { said.withLock { $0.insert(text).inserted } }
}

extension GetCommand.Options {
    /// Whether nothing is asked for that the source's own bytes would not satisfy, apart from the format.
    fileprivate var isFaithful: Bool { steps.isEmpty && !strips && quality == nil }
}
