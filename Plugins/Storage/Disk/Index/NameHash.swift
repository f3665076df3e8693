/// The 64 bits that stand for a file name in the index.
enum NameHash {
    private static let start: UInt64 = 0xcbf2_9ce4_8422_2325

    static func of(_ name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { of($0) }
    }

    /// The digest's first 64 bits for a name that is a digest, so that a lookup need not spell the name; mixed with what
    /// follows the digest. FNV-1a of the whole name otherwise.
    static func of(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard FileNaming.isHashed(name) else { return mixed(start, name) }
        let digits = name.prefix(16).reduce(UInt64(0)) { $0 << 4 | UInt64($1 & 15) + ($1 > 57 ? 9 : 0) }
        return mixed(digits, name.dropFirst(64))
    }

    /// The hash of the name that is made of a digest and an extension with its dot, if any.
    static func of(_ digest: Digest, suffix: String) -> UInt64 {
        mixed(digest.prefix, suffix.utf8)
    }

    private static func mixed(_ state: UInt64, _ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(state) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
