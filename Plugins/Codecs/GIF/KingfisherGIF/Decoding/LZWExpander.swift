internal import KingfisherCore

/// Expands codes into the colour indices of an image, row after row as they are stored.
///
/// Every string of the table is a string before it and the pixel that followed it; so all of it, pixel included, lies
/// in the pixels expanded so far, and the table needs only where, and how long.
///
/// Source: T. Welch, "A Technique for High-Performance Data Compression" (1984); GIF 89a, appendix F.
struct LZWExpander: ~Copyable {
    /// Why the expansion paused or ended.
    enum Pause {
        /// All pixels are there.
        case full
        /// The stream ended before the last pixel.
        case ended
        case starved
        /// A code that means nothing.
        case damaged
    }

    private static let tableSize = 4096
    /// Codes between two looks at cancellation.
    private static let codesPerCheck = 1 << 16

    private let stream: LZWStream
    /// Where the string of each code begins, and its length.
    private let strings: UnsafeMutablePointer<(start: Int, count: Int)>
    private var tableCount: Int
    /// The length of the string before; 0 behind a clear code.
    private var lastCount = 0
    /// How many pixels are there.
    private(set) var count = 0

    init(_ stream: consuming LZWStream) {
        strings = .allocate(capacity: Self.tableSize)
        tableCount = stream.clearCode + 2
        self.stream = stream
    }

    deinit {
        strings.deallocate()
    }

    /// Expands as many pixels as there are codes for.
    ///
    /// - Parameters:
    ///   - bytes: The file, up to at least `end`.
    ///   - end: Where its whole blocks end.
    ///   - pixels: All pixels of the image, of which the first `count` stay as they are.
    /// - Throws: `CancellationError`.
    mutating func expand(
        _ bytes: UnsafeRawBufferPointer, upTo end: Int, into pixels: UnsafeMutableBufferPointer<UInt8>
    ) throws -> Pause {
        guard let base = pixels.baseAddress else { return .full }
        stream.lend(bytes, upTo: end)
        var untilCheck = Self.codesPerCheck
        while count < pixels.count {
            untilCheck -= 1
            if untilCheck == 0 {
                try WorkCancellation.check()
                untilCheck = Self.codesPerCheck
            }
            switch stream.next() {
            case .end: return .ended
            case .starved: return .starved
            case .code(let code):
                if code == stream.clearCode {
                    tableCount = stream.clearCode + 2
                    lastCount = 0
                } else if !append(code, to: base, room: pixels.count - count) {
                    return .damaged
                }
            }
        }
        return .full
    }

    /// Appends the string of a code, cut where the image is full; false where there is no such string.
    @inline(__always)
    private mutating func append(_ code: Int, to base: UnsafeMutablePointer<UInt8>, room: Int) -> Bool {
        if lastCount > 0, tableCount < Self.tableSize {
            // The last string and the pixel that is about to follow it.
            strings[tableCount] = (count - lastCount, lastCount + 1)
            tableCount += 1
        }
        let target = base + count
        if code < stream.clearCode {
            target.pointee = UInt8(truncatingIfNeeded: code)
            lastCount = 1
            count += 1
            return true
        }
        guard code < tableCount, lastCount > 0 else { return false }
        let string = strings[code]
        let length = min(string.count, room)
        let source = base + string.start
        // The newest string may overlap what it becomes, so from front to back.
        for index in 0..<length { target[index] = source[index] }
        lastCount = length
        count += length
        return true
    }
}
