internal import CGIF
internal import KingfisherCore

/// The codes of one image, as giflib unpacks them.
///
/// giflib's own expansion of codes, `DGifGetLine`, loses its place where data is missing or wrong, and does not say
/// how many pixels of the row are right. Codes one by one, `DGifGetLZCodes`, can be asked for again when more data is
/// there, as long as whole blocks are fed; and it is left to the caller what to make of a wrong one.
struct LZWStream: ~Copyable {
    /// What comes out of a stream.
    enum Step {
        case code(Int)
        /// The end, by a code or by an empty block.
        case end
        /// Nothing until more is fed.
        case starved
    }

    /// What giflib reads: a file made up around the blocks of one image.
    private struct Feed {
        /// A signature, a canvas of one pixel without a table, an image of one pixel without a table.
        static let head: [UInt8] =
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
        var headPosition = 0
        var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        /// Where the next byte lies in the file, and where the whole blocks end.
        var range: Range<Int>
    }

    private let feed: UnsafeMutablePointer<Feed>
    private let file: UnsafeMutablePointer<GifFileType>
    /// The code that empties the table of strings; the one behind it ends the stream.
    let clearCode: Int

    private init(feed: UnsafeMutablePointer<Feed>, file: UnsafeMutablePointer<GifFileType>, clearCode: Int) {
        self.feed = feed
        self.file = file
        self.clearCode = clearCode
    }

    deinit {
        DGifCloseFile(file, nil)
        feed.deallocate()
    }

    /// Opens the stream of an image.
    /// - Throws: `PluginError` with `.corrupt` for a size of codes that no GIF has, or `.outOfMemory`.
    static func open(
        _ frame: GIFFrame, in bytes: UnsafeRawBufferPointer
    ) throws(PluginError) -> LZWStream {
        let codeSize = Int(bytes[frame.data.lowerBound])
        guard codeSize <= 8 else {
            throw CodecFailure.gif.corrupt("an image states codes of \(codeSize) bits; there are at most 8")
        }
        let feed = UnsafeMutablePointer<Feed>.allocate(capacity: 1)
        feed.initialize(to: Feed(bytes: bytes, range: frame.data))
        var code = D_GIF_SUCCEEDED
        guard let file = DGifOpen(feed, { LZWStream.read($0, $1, $2) }, &code) else {
            feed.deallocate()
            throw GIFFailure.libraryError(code)
        }
        let stream = LZWStream(feed: feed, file: file, clearCode: 1 << codeSize)
        var record = UNDEFINED_RECORD_TYPE
        guard DGifGetRecordType(file, &record) == GIF_OK, DGifGetImageDesc(file) == GIF_OK else {
            throw GIFFailure.libraryError(file.pointee.Error)
        }
        return stream
    }

    /// Lends the file anew, which may have grown and moved.
    /// - Parameter end: Where its whole blocks end.
    func lend(_ bytes: UnsafeRawBufferPointer, upTo end: Int) {
        feed.pointee.bytes = bytes
        feed.pointee.range = feed.pointee.range.lowerBound..<max(end, feed.pointee.range.lowerBound)
    }

    /// The next code.
    func next() -> Step {
        var code: Int32 = -1
        guard DGifGetLZCodes(file, &code) == GIF_OK else {
            // The end code is followed by blocks nobody needs, and they may be missing.
            if Int(code) == clearCode + 1 { return .end }
            return file.pointee.Error == D_GIF_ERR_READ_FAILED ? .starved : .end
        }
        return code < 0 ? .end : .code(Int(code))
    }

    private static func read(
        _ file: UnsafeMutablePointer<GifFileType>?, _ target: UnsafeMutablePointer<GifByteType>?,
        _ count: Int32
    ) -> Int32 {
        guard let feed = file?.pointee.UserData?.assumingMemoryBound(to: Feed.self), let target else {
            return 0
        }
        let wanted = Int(count)
        let head = feed.pointee.headPosition
        if head < Feed.head.count {
            guard wanted <= Feed.head.count - head else { return 0 }
            for index in 0..<wanted { target[index] = Feed.head[head + index] }
            feed.pointee.headPosition = head + wanted
            return count
        }
        let range = feed.pointee.range
        guard wanted <= range.count else { return 0 }
        let source = UnsafeRawBufferPointer(
            rebasing: feed.pointee.bytes[range.lowerBound..<range.lowerBound + wanted])
        UnsafeMutableRawBufferPointer(start: target, count: wanted).copyMemory(from: source)
        feed.pointee.range = range.lowerBound + wanted..<range.upperBound
        return count
    }
}
