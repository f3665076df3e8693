internal import Foundation
internal import KingfisherCore
internal import Synchronization

/// Decodes a JPEG as its bytes arrive, so that each byte is gone through once.
///
/// What is damaged or cut is decoded once more as a whole at the end: how damage is counted, and how an image without
/// an end is completed, then are the same as ever.
final class JPEGIncrementalDecoder: IncrementalImageDecoder {
    private let state: Lock<State>

    init(options: DecodingOptions) {
        state = Lock(State(options: options))
    }

    func append(_ data: Data) throws {
        try state.withLock { state in try state.append(data) }
    }

    func takePartialImage() throws -> Image? {
        try state.withLock { state in try state.partialImage() }
    }

    func finish() throws -> Image {
        try state.withLock { state in try state.wholeImage() }
    }
}

private struct State {
    private let options: DecodingOptions
    private var data = Data()
    private var stage = Stage.unopened
    private var bytesSeen = 0
    /// Where bytes end inside a table or a group of blocks, the library begins that again the next time. It is called
    /// once there are a sixteenth more of them: for every single byte, a long table would be gone through very often.
    private var bytesWaiting = 0

    private enum Stage {
        case unopened
        case inHeader(JPEGFeed)
        case inPixels(JPEGFeed, JPEGHeader, any JPEGProgress)
        /// There is nothing to show before the end.
        case collecting
        case failed(any Error)
    }

    init(options: DecodingOptions) {
        self.options = options
    }

    mutating func append(_ more: Data) throws {
        try keepingFailure { state in
            try state.options.limits.check(
                encodedByteCount: state.data.count + more.count, pluginID: JPEGPlugin.id)
            state.data.append(more)
            guard state.data.count - state.bytesSeen >= state.bytesWaiting / 16 else { return }
            try state.advance()
        }
    }

    mutating func partialImage() throws -> Image? {
        try keepingFailure { state in
            guard case .inPixels(let feed, let header, let progress) = state.stage else { return nil }
            let pixels = try feed.withReader(of: state.data) { reader in
                try progress.partialPixels(reader, byteCount: state.data.count)
            }
            return try pixels.map { try header.image(of: $0, options: state.options, isPartial: true) }
        }
    }

    mutating func wholeImage() throws -> Image {
        try keepingFailure { state in
            // What fails here fails again below, as it does for all bytes at once.
            let isReady = (try? state.advance()) != nil
            let stage = state.stage
            // Whoever asks again gets the image again, decoded as a whole.
            state.stage = .collecting
            if isReady, case .inPixels(let feed, let header, let progress) = stage {
                let pixels = try feed.withReader(of: state.data) { reader in try progress.wholePixels(reader)
                }
                if let pixels {
                    return try header.image(of: pixels, options: state.options, isPartial: false)
                }
            }
            return try JPEGDecoder().decode(state.data, options: state.options)
        }
    }

    /// What failed once stays failed: the reader cannot go on from there.
    private mutating func keepingFailure<Result>(_ body: (inout State) throws -> Result) throws -> Result {
        if case .failed(let error) = stage { throw error }
        do {
            return try body(&self)
        } catch {
            stage = .failed(error)
            data = Data()
            throw error
        }
    }

    /// Goes as far as the bytes go.
    private mutating func advance() throws {
        bytesSeen = data.count
        while true {
            switch stage {
            case .unopened:
                stage = .inHeader(try JPEGFeed(options: options))
            case .inHeader(let feed):
                let next = try stage(after: feed)
                bytesWaiting = feed.bytesWaiting
                guard let next else { return }
                stage = next
            case .inPixels(let feed, _, let progress):
                try feed.withReader(of: data) { reader in try progress.takeIn(reader) }
                bytesWaiting = feed.bytesWaiting
                return
            case .collecting, .failed:
                return
            }
        }
    }

    /// Where the header leads; nil where it is not there yet.
    private func stage(after feed: JPEGFeed) throws -> Stage? {
        try feed.withReader(of: data) { reader in
            guard let structure = try readHeader(reader) else { return nil }
            let header = try JPEGHeader(data, limits: options.limits, keepsMetadata: options.keepsMetadata)
            let plan = try JPEGPlan(for: header, options: options)
            try plan.check(structure, limits: options.limits)
            // The library's arithmetic decoder cannot wait for bytes.
            guard !header.frame.isArithmetic else { return .collecting }
            let rows = JPEGRows(plan.layout, inks: try plan.inks(of: header, options: options))
            try reader.start(plan, rows.kind, byScans: structure.hasSeveralScans)
            let progress: any JPEGProgress =
                structure.hasSeveralScans
                ? JPEGScanProgress(plan, rows) : try JPEGRowProgress(plan, rows)
            return .inPixels(feed, header, progress)
        }
    }

    private func readHeader(_ reader: borrowing JPEGReader) throws -> JPEGReader.Structure? {
        do {
            return try reader.readHeader()
        } catch {
            // We tell better than the library what it cannot read.
            throw (try? JPEGHeader(data, limits: options.limits))?.frame.refusal ?? error
        }
    }
}
