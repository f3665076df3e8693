internal import KingfisherCore

/// Finds the blocks of a file, in as many goes as its bytes need to arrive; no pixel is decoded.
///
/// giflib reads blocks too, but only by decoding each image or passing over it for good. Here an image costs a look at
/// the lengths of its blocks, and where it lies is known afterwards.
///
/// Source: Graphics Interchange Format, version 89a (CompuServe, 1990), sections 17 to 27.
struct GIFWalker {
    private enum Stage {
        case header
        /// Between blocks.
        case start
        /// Within the data blocks of an image or an extension.
        case blocks(Content, from: Int)
        case end
    }

    /// What data blocks are about.
    enum Content {
        case image
        case repetitions
        case profile
        case packet
        case anything
    }

    /// What was found so far.
    private(set) var structure = GIFStructure()
    /// Up to where the bytes were walked.
    private(set) var position = 0
    private var stage = Stage.header
    private var control = GIFControl()
    private let frameLimit: Int

    /// - Parameter frameLimit: Images to remember; further ones are only counted.
    init(frameLimit: Int) {
        self.frameLimit = max(frameLimit, 1)
    }

    /// Whether the file ended, or the wanted images are known.
    private(set) var isFinished = false

    /// Takes everything that is whole.
    ///
    /// - Parameters:
    ///   - bytes: The file so far, from its first byte.
    ///   - images: After how many images to stop; nil to go on to the end.
    /// - Throws: `PluginError` with `.corrupt`.
    mutating func walk(_ bytes: RawSpan, images: Int? = nil) throws(PluginError) {
        while !isFinished, try advance(bytes) {
            if case .end = stage { isFinished = true }
            if let images, structure.frameCount >= images, structure.frames.last?.isComplete == true {
                isFinished = true
            }
        }
    }

    /// Takes the next piece; false where it is not whole yet.
    private mutating func advance(_ bytes: RawSpan) throws(PluginError) -> Bool {
        switch stage {
        case .header: return try takeHeader(bytes)
        case .start: return try takeIntroducer(bytes)
        case .blocks(let content, let start): return takeBlock(bytes, content, from: start)
        case .end: return false
        }
    }

    private mutating func takeHeader(_ bytes: RawSpan) throws(PluginError) -> Bool {
        let signature = min(bytes.byteCount, 6)
        let known = ["GIF87a", "GIF89a"].contains { version in
            version.utf8.prefix(signature).enumerated().allSatisfy { bytes.byte(at: $0) == $1 }
        }
        guard known else { throw CodecFailure.gif.corrupt("it does not begin with the signature of a GIF") }
        guard let width = bytes.uint16(at: 6, .littleEndian), let height = bytes.uint16(at: 8, .littleEndian),
            let flags = bytes.byte(at: 10), let table = Self.table(flags, at: 13),
            bytes.holds(table.count, at: 13)
        else { return false }
        structure.screenWidth = Int(width)
        structure.screenHeight = Int(height)
        structure.globalTable = table.isEmpty ? nil : table
        position = table.upperBound
        stage = .start
        return true
    }

    /// The colour table that flags announce, empty where they do not.
    private static func table(_ flags: UInt8, at position: Int) -> Range<Int>? {
        position..<position + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
    }

    private mutating func takeIntroducer(_ bytes: RawSpan) throws(PluginError) -> Bool {
        guard let introducer = bytes.byte(at: position) else { return false }
        switch introducer {
        case 0x21: return takeExtension(bytes)
        case 0x2C: return takeImage(bytes)
        case 0x3B: break
        default:
            // Garbage. Browsers end here too, and show what came before it.
            guard structure.frameCount > 0 else {
                throw CodecFailure.gif.corrupt("a block begins with the unknown byte \(introducer)")
            }
        }
        structure.ending = .proper
        stage = .end
        return true
    }

    private mutating func takeImage(_ bytes: RawSpan) -> Bool {
        guard let left = bytes.uint16(at: position + 1, .littleEndian),
            let top = bytes.uint16(at: position + 3, .littleEndian),
            let width = bytes.uint16(at: position + 5, .littleEndian),
            let height = bytes.uint16(at: position + 7, .littleEndian),
            let flags = bytes.byte(at: position + 9), let table = Self.table(flags, at: position + 10),
            // The byte behind the table states the size of the codes.
            bytes.holds(table.count + 1, at: position + 10)
        else { return false }
        let start = table.upperBound
        position = start + 1
        structure.frameCount += 1
        structure.duration += control.duration
        if structure.frames.count < frameLimit {
            structure.frames.append(
                GIFFrame(
                    left: Int(left), top: Int(top), width: Int(width), height: Int(height),
                    isInterlaced: flags & 0x40 != 0, table: table.isEmpty ? nil : table, control: control,
                    data: start..<position, isComplete: false))
        }
        control = GIFControl()
        stage = .blocks(.image, from: start)
        return true
    }

    /// Takes the label of an extension and its first block, which says what it is.
    private mutating func takeExtension(_ bytes: RawSpan) -> Bool {
        guard let label = bytes.byte(at: position + 1), let length = bytes.byte(at: position + 2),
            bytes.holds(Int(length), at: position + 3)
        else { return false }
        let first = position + 3
        var content = Content.anything
        if label == 0xF9, length >= 4, let next = GIFControl(bytes, at: first) {
            control = next
        } else if label == 0xFF, length == 11 {
            content = Self.content(ofApplicationAt: first, bytes)
        }
        position = first + Int(length)
        stage = length == 0 ? .start : .blocks(content, from: position)
        return true
    }

    private static func content(ofApplicationAt position: Int, _ bytes: RawSpan) -> Content {
        if bytes.holds(ascii: "NETSCAPE2.0", at: position) { return .repetitions }
        if bytes.holds(ascii: "ANIMEXTS1.0", at: position) { return .repetitions }
        if bytes.holds(ascii: "ICCRGBG1012", at: position) { return .profile }
        if bytes.holds(ascii: "XMP DataXMP", at: position) { return .packet }
        return .anything
    }

    private mutating func takeBlock(_ bytes: RawSpan, _ content: Content, from start: Int) -> Bool {
        guard let length = bytes.byte(at: position), bytes.holds(Int(length), at: position + 1) else {
            return false
        }
        if content == .repetitions, length >= 3, bytes.byte(at: position + 1) == 1,
            let count = bytes.uint16(at: position + 2, .littleEndian)
        {
            structure.repetitions = Int(count)
        }
        position += 1 + Int(length)
        if content == .image, structure.frameCount == structure.frames.count {
            let last = structure.frames.count - 1
            structure.frames[last].data = start..<position
            structure.frames[last].isComplete = length == 0
        }
        guard length == 0 else { return true }
        if content == .profile { structure.profileBlocks = structure.profileBlocks ?? start..<position }
        if content == .packet { structure.packetBlocks = structure.packetBlocks ?? start..<position }
        stage = .start
        return true
    }
}
