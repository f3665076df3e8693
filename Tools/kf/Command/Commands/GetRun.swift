import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherPipeline

/// One run of `kf get`: each source is loaded, processed, encoded where need be, and written.
struct GetRun: Sendable {
    /// What became of a source.
    struct Outcome: Sendable {
        var cacheType: CacheType
        let format: ImageFormat
        let width: Int
        let height: Int
        let frames: Int
        /// Bytes written.
        let bytes: Int
        /// Nil when nothing was written.
        let output: String?
        let cacheErrors: [Failure]
    }

    private let options: GetCommand.Options
    private let console: Console
    private let loader: ImageLoader
    private let writer: OutputWriter
    private let encoding: ResultEncoding
    private let outcomes = SharedOutcomes()
    private let warnings: CacheWarnings

    /// - Throws: `UsageError` for what cannot be written there or so.
    init(_ options: GetCommand.Options, console: Console) throws {
        self.options = options
        self.console = console
        let choice = try FormatChoice(
            named: options.encoding.format, output: options.output, codecs: Assembly.registry.codecs)
        encoding = ResultEncoding(options: options, choice: choice)
        writer = try OutputWriter(options)
        loader = ImageLoader(
            options, steps: options.steps, onlyFirstFrame: options.frames != .all || choice.isStill)
        warnings = CacheWarnings(console)
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
            let outcome = try await outcomes.outcome(of: source) { try await self.outcome(of: source) }
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
        let result = try await loader.load(try SourceArgument(source))
        warnings.warn(result.cacheErrors)
        guard writer.writes else {
            let own = result.image.metadata.format ?? .png
            let wanted = encoding.choice.format(own: own)
            let isUntouched = options.isFaithful && wanted == own
            let format =
                isUntouched
                ? own
                : try encoding.choice.encoder(for: wanted, isAnimated: result.image.isAnimated).format
            return outcome(of: result, format, result.image.frames?.frameCount ?? 1)
        }
        let encoded = try await encoding.encoded(result) { note in
            if options.isVerbose { console.note("kf: \(Failure.shortName(source)): \(note)") }
        }
        let output = try await WorkPool.fileAccess.run {
            try writer.write(encoded.data, of: source, in: encoded.format)
        }
        return outcome(of: result, encoded.format, encoded.frames, bytes: encoded.data.count, output: output)
    }

    private func outcome(
        of result: RetrieveImageResult, _ format: ImageFormat, _ frames: Int, bytes: Int = 0,
        output: String? = nil
    ) -> Outcome {
        Outcome(
            cacheType: result.cacheType, format: format, width: result.image.width,
            height: result.image.height, frames: frames, bytes: bytes, output: output,
            cacheErrors: result.cacheErrors.map(Failure.init).reduce(into: []) {
                // Looking it up and storing it fail alike.
                if !$0.contains($1) { $0.append($1) }
            })
    }
}
