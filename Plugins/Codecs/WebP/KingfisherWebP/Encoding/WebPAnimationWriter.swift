internal import CWebP
internal import Foundation
internal import KingfisherCore

/// Owns one animation encoder of the library; freed on every path.
struct WebPAnimationWriter: ~Copyable {
    private let handle: OpaquePointer

    private init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        WebPAnimEncoderDelete(handle)
    }

    /// Encodes all frames.
    /// - Throws: `PluginError`, or `CancellationError`.
    static func encode(_ frames: any FrameSource, _ settings: WebPSettings) throws -> Data {
        let first = try frames.frame(at: 0)
        let writer = try open(first.layout, loopCount: frames.loopCount, settings)
        var clock = FrameClock()
        for index in 0..<frames.frameCount {
            try WorkCancellation.check()
            try writer.add(frames.frame(at: index), at: clock.now, settings)
            try clock.advance(by: frames.duration(at: index))
        }
        return try writer.finish(at: clock.now)
    }

    private static func open(
        _ layout: PixelLayout, loopCount: Int, _ settings: WebPSettings
    ) throws(PluginError) -> WebPAnimationWriter {
        var options = WebPAnimEncoderOptions()
        guard WebPAnimEncoderOptionsInit(&options) != 0 else {
            throw CodecFailure.webp.encoding(
                "the libwebpmux of this system is another version than the one built with",
                advice: "Build again.")
        }
        options.anim_params.loop_count = Int32(clamping: min(max(loopCount, 0), Int(UInt16.max)))
        options.minimize_size = settings.minimizesSize ? 1 : 0
        // Frames from which decoding can begin, for random access; as often as gif2webp makes them.
        options.kmin = settings.isLossless ? 9 : 3
        options.kmax = settings.isLossless ? 17 : 5
        let handle = WebPAnimEncoderNew(
            Int32(clamping: layout.width), Int32(clamping: layout.height), &options)
        guard let handle else { throw CodecFailure.webp.outOfMemory }
        return WebPAnimationWriter(handle: handle)
    }

    private func add(_ pixels: PixelBuffer, at milliseconds: Int32, _ settings: WebPSettings) throws {
        let picture = try WebPSourcePicture.open(pixels, asARGB: true)
        var config = settings.config
        guard WebPAnimEncoderAdd(handle, picture.handle, milliseconds, &config) != 0 else { throw failure() }
    }

    private func finish(at milliseconds: Int32) throws -> Data {
        var result = WebPData()
        guard WebPAnimEncoderAdd(handle, nil, milliseconds, nil) != 0,
            WebPAnimEncoderAssemble(handle, &result) != 0, let bytes = result.bytes
        else { throw failure() }
        return Data(ownedByLibrary: UnsafeMutableRawPointer(mutating: bytes), count: result.size)
    }

    private func failure() -> any Error {
        guard !WorkCancellation.isCancelled else { return CancellationError() }
        let reason = WebPAnimEncoderGetError(handle).map { String(cString: $0) } ?? ""
        return CodecFailure.webp.encoding(
            "libwebpmux refused its frames (\(reason))", advice: "Write them as APNG.")
    }
}

/// Adds up durations, so that rounding them does not.
private struct FrameClock {
    private var time = Duration.zero
    /// Whole milliseconds, as a file counts them.
    private(set) var now: Int32 = 0

    /// - Throws: `PluginError` with `.encodingFailed` beyond 24 days.
    mutating func advance(by duration: Duration) throws(PluginError) {
        time += min(max(duration, .zero), Self.longest)
        let (seconds, attoseconds) = time.components
        let milliseconds = seconds * 1000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
        guard let now = Int32(exactly: milliseconds) else {
            throw CodecFailure.webp.encoding(
                "it takes longer than libwebp can count, 24 days", advice: "Shorten it.")
        }
        self.now = now
    }

    /// The most that a frame can state, in 24 bits, and one less for rounding.
    private static let longest = Duration.milliseconds(0xFF_FFFE)
}
