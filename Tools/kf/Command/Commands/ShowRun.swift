import Foundation
import Glibc
import KingfisherCore
import KingfisherPipeline
import KingfisherTerminal

/// One run of `kf show`: one source after the other, each loaded, processed and drawn.
struct ShowRun: Sendable {
    private let options: ShowCommand.Options
    private let console: Console
    private let loader: ImageLoader
    private let painter: TerminalPainter

    init(_ options: ShowCommand.Options, console: Console) {
        self.options = options
        self.console = console
        // The cache is to keep what was asked for, not how it was drawn.
        loader = ImageLoader(options.get, steps: [], onlyFirstFrame: options.get.frames == .first)
        painter = TerminalScreen.painter(size: options.size, graphics: options.graphics)
    }

    /// - Returns: The exit status.
    func perform() async -> Int32 {
        var failed = false
        for source in options.get.sources where !console.isOutputLost {
            do {
                let result = try await loader.load(try SourceArgument(source))
                CacheWarnings(console).warn(result.cacheErrors)
                try await show(result.image)
            } catch {
                failed = true
                console.error(Failure(error).line(for: source))
            }
        }
        return failed || console.isOutputLost ? 1 : 0
    }

    private func show(_ image: Image) async throws {
        let first = try await drawing(of: 0, in: image)
        // An animation in a file or a pipe would be nothing but control sequences.
        guard let frames = image.frames, image.isAnimated, Console.isTerminal(STDOUT_FILENO) else {
            return console.result(String(decoding: first.text, as: UTF8.self))
        }
        let screen = TerminalScreen(rows: first.rows)
        console.write(screen.beginning)
        try await play(frames, of: image, on: screen)
        console.write(screen.ending)
    }

    /// Shows each frame for its time, counted from the beginning, so that drawing does not add up. What comes too late by
    /// a whole frame is not made up for.
    private func play(_ frames: any FrameSource, of image: Image, on screen: TerminalScreen) async throws {
        let clock = ContinuousClock()
        var due = clock.now
        let loops = options.loops ?? frames.loopCount
        var played = 0
        while !console.isOutputLost, loops == 0 || played < loops {
            for index in 0..<frames.frameCount where !console.isOutputLost {
                let frame = try await drawing(of: index, in: image)
                console.write(screen.redrawn(frame.text))
                let duration = frames.duration(at: index)
                due = max(due + duration, clock.now)
                try await clock.sleep(until: due)
            }
            played += 1
        }
    }

    private func drawing(of index: Int, in image: Image) async throws -> TerminalPainter.Drawing {
        let processor = ProcessingStep.processor(for: options.get.steps)
        var parsed = KingfisherParsedOptionsInfo(options.get.transfer.items)
        parsed.codecs = Assembly.registry.codecs
        let settled = parsed
        return try await WorkPool.processing.run { [painter] in
            let pixels = try image.frames?.frame(at: index) ?? image.pixels
            let frame = image.replacingPixels(pixels)
            let processed = try processor.process(item: .image(frame), options: settled) ?? frame
            return try painter.draw(processed.pixels)
        }
    }
}
