internal import CGIF
internal import Foundation
internal import KingfisherCore

/// Owns one of giflib's encoders, which writes into memory.
struct GIFWriter: ~Copyable {
    /// An image as it is written.
    struct Frame {
        var left = 0
        var top = 0
        var width: Int
        var height: Int
        /// Its own colours; nil where the global ones serve.
        var colors: [UInt32]?
        var indices: [UInt8]
        /// The number of the transparent colour.
        var transparent: UInt8?
        /// In hundredths of a second.
        var delay = 0
        var isCleared = false
    }

    private static let rowsPerCheck = 64

    private let output: UnsafeMutablePointer<Data>
    private var file: UnsafeMutablePointer<GifFileType>?

    /// Writes what stands in front of the images.
    /// - Parameter colors: The global colours.
    init(width: Int, height: Int, colors: [UInt32]) throws(PluginError) {
        output = .allocate(capacity: 1)
        output.initialize(to: Data())
        var code = E_GIF_SUCCEEDED
        file = EGifOpen(output, { GIFWriter.write($0, $1, $2) }, &code)
        guard let file else { throw GIFFailure.libraryError(code) }
        EGifSetGifVersion(file, true)
        let status = try ColorMap.with(colors) { map in
            EGifPutScreenDesc(file, Int32(width), Int32(height), 8, 0, map)
        }
        try check(status)
    }

    deinit {
        // An encoder that was given up still closes; what it writes goes with the output.
        if let file { EGifCloseFile(file, nil) }
        output.deinitialize(count: 1)
        output.deallocate()
    }

    /// Says how often the animation plays, 0 for ever; once goes without saying.
    func write(loopCount: Int) throws(PluginError) {
        guard loopCount != 1 else { return }
        // What is stored are repetitions after the first round.
        let repetitions = min(max(loopCount - 1, 0), Int(UInt16.max))
        let block = [1, UInt8(repetitions & 0xFF), UInt8(repetitions >> 8)]
        try write(application: "NETSCAPE2.0", blocks: [block])
    }

    func write(_ profile: ICCProfile) throws(PluginError) {
        let bytes = [UInt8](profile.data)
        let blocks = stride(from: 0, to: bytes.count, by: 255).map {
            Array(bytes[$0..<min($0 + 255, bytes.count)])
        }
        try write(application: "ICCRGBG1012", blocks: blocks)
    }

    /// Writes an XMP packet, whose bytes stand outside blocks.
    func write(packet: Data) throws(PluginError) {
        try check(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE))
        try check(EGifPutExtensionBlock(file, 11, "XMP DataXMP"))
        output.pointee += packet
        output.pointee += XMPTrailer.bytes
    }

    private func write(application: String, blocks: [[UInt8]]) throws(PluginError) {
        try check(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE))
        try check(EGifPutExtensionBlock(file, 11, application))
        for block in blocks { try check(EGifPutExtensionBlock(file, Int32(block.count), block)) }
        try check(EGifPutExtensionTrailer(file))
    }

    /// Writes an image.
    /// - Throws: `PluginError`, or `CancellationError`.
    func write(_ frame: Frame) throws {
        if frame.transparent != nil || frame.delay > 0 || frame.isCleared { try writeControl(of: frame) }
        let status = try ColorMap.with(frame.colors) { map in
            EGifPutImageDesc(
                file, Int32(frame.left), Int32(frame.top), Int32(frame.width), Int32(frame.height), false,
                map)
        }
        try check(status)
        // giflib writes into the rows it is given.
        var indices = frame.indices
        for row in stride(from: 0, to: frame.height, by: Self.rowsPerCheck) {
            try WorkCancellation.check()
            let rows = min(Self.rowsPerCheck, frame.height - row)
            let status = indices.withUnsafeMutableBufferPointer { indices in
                let start = indices.baseAddress?.advanced(by: row * frame.width)
                return EGifPutLine(file, start, Int32(rows * frame.width))
            }
            try check(status)
        }
    }

    private func writeControl(of frame: Frame) throws(PluginError) {
        var control = GraphicsControlBlock(
            DisposalMode: frame.isCleared ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT, UserInputFlag: false,
            DelayTime: Int32(frame.delay),
            TransparentColor: frame.transparent.map { Int32($0) } ?? NO_TRANSPARENT_COLOR)
        var block = [UInt8](repeating: 0, count: 4)
        EGifGCBToExtension(&control, &block)
        try check(EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, Int32(block.count), block))
    }

    /// Closes the file: all of its bytes.
    mutating func finish() throws(PluginError) -> Data {
        var code = E_GIF_SUCCEEDED
        let status = EGifCloseFile(file, &code)
        file = nil
        guard status == GIF_OK else { throw GIFFailure.libraryError(code) }
        return output.pointee
    }

    private func check(_ status: Int32) throws(PluginError) {
        if status == GIF_OK { return }
        throw GIFFailure.libraryError(file?.pointee.Error ?? E_GIF_ERR_WRITE_FAILED)
    }

    private static func write(
        _ file: UnsafeMutablePointer<GifFileType>?, _ bytes: UnsafePointer<GifByteType>?, _ count: Int32
    ) -> Int32 {
        guard let output = file?.pointee.UserData?.assumingMemoryBound(to: Data.self), let bytes else {
            return 0
        }
        output.pointee.append(bytes, count: Int(count))
        return count
    }
}

/// A colour table in giflib's form: filled up with black to a power of two.
private enum ColorMap {
    /// Lends a table, which giflib copies; nothing where there are no colours.
    /// - Throws: `PluginError` with `.outOfMemory`.
    static func with(
        _ colors: [UInt32]?, _ body: (UnsafeMutablePointer<ColorMapObject>?) -> Int32
    ) throws(PluginError) -> Int32 {
        guard let colors else { return body(nil) }
        var count = 2
        while count < colors.count { count *= 2 }
        let entries = (0..<count).map { index in
            let color = RGB(index < colors.count ? colors[index] : 0)
            return GifColorType(Red: UInt8(color.red), Green: UInt8(color.green), Blue: UInt8(color.blue))
        }
        guard let object = GifMakeMapObject(Int32(count), entries) else {
            throw GIFFailure.libraryError(E_GIF_ERR_NOT_ENOUGH_MEM)
        }
        defer { GifFreeMapObject(object) }
        return body(object)
    }
}
