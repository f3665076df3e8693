internal import Foundation

/// Turns keys into file names.
enum FileNaming {
    /// Where the extension of a file name comes from, and whether the key is hashed.
    struct Rules: Sendable {
        var isHashed: Bool
        var fixedExtension: String?
        var takesExtensionFromKey: Bool
    }

    /// The name of a file, spelt only when it is needed.
    enum Name: Hashable, Sendable {
        case plain(String)
        case hashed(Digest, suffix: String)

        /// The name as the file system has it.
        var text: String {
            switch self {
            case .plain(let name): name
            case .hashed(let digest, let suffix): digest.hexadecimal + suffix
            }
        }

        /// What stands for it in the index.
        var hash: UInt64 {
            switch self {
            case .plain(let name): NameHash.of(name)
            case .hashed(let digest, let suffix): NameHash.of(digest, suffix: suffix)
            }
        }
    }

    /// The longest name that all Linux file systems take.
    private static let longestName = 255
    private static let longestExtension = 20

    /// The file name of a key.
    ///
    /// Different keys never share a name. A forced or fixed extension is made harmless: only its letters, digits and
    /// inner dots remain.
    static func name(forKey key: String, digest: Digest, forcedExtension: String?, rules: Rules) -> Name {
        let given = (forcedExtension ?? rules.fixedExtension).map(harmless)
        let chosen =
            given ?? (rules.takesExtensionFromKey && rules.isHashed ? fileExtension(inKey: key) : nil)
        let suffix = chosen.flatMap { $0.isEmpty ? nil : ".\($0)" } ?? ""
        if !rules.isHashed {
            let plain = escaped(key) + suffix
            if !key.isEmpty, plain.utf8.count <= longestName { return .plain(plain) }
        }
        return .hashed(digest, suffix: suffix)
    }

    /// Whether a name is one that hashing makes.
    static func isHashed(_ name: String) -> Bool {
        var name = name
        return name.withUTF8(isHashed)
    }

    /// Whether the bytes of a name are such.
    static func isHashed(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count == 64 || name.count > 64 && name[64] == UInt8(ascii: ".") else { return false }
        return name.prefix(64).allSatisfy {
            isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
    }

    /// The extension that a key shows, nil where it shows none that is 1 to 20 ASCII letters or digits.
    ///
    /// Looked for in the last component of the path, which may be followed by a query, and by `@` and a processor
    /// identifier, and which may itself contain `@` as in `photo@2x.png`: the first `@` that has an extension
    /// before it ends the name.
    static func fileExtension(inKey key: String) -> String? {
        let path = key.prefix { $0 != "?" && $0 != "#" }
        let afterScheme = path.range(of: "://").map { path[$0.upperBound...] }
        if let afterScheme, !afterScheme.contains("/") { return nil }
        let component = path.split(separator: "/", omittingEmptySubsequences: false).last ?? path
        let ends = component.indices.filter { component[$0] == "@" } + [component.endIndex]
        for end in ends {
            let name = component[..<end]
            guard let dot = name.lastIndex(of: ".") else { continue }
            let text = name[name.index(after: dot)...]
            if (1...longestExtension).contains(text.utf8.count), text.utf8.allSatisfy(isLetterOrDigit) {
                return String(text)
            }
        }
        return nil
    }

    /// The key with every byte percent-encoded that could lead out of the folder or hide the file.
    private static func escaped(_ key: String) -> String {
        var bytes: [UInt8] = []
        for (index, byte) in key.utf8.enumerated() {
            let isHiding = index == 0 && byte == UInt8(ascii: ".")
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "%") || byte < 0x20 || byte == 0x7f
                || isHiding
            {
                let digits = String(byte, radix: 16, uppercase: true)
                bytes += Array("%\(digits.count == 1 ? "0" : "")\(digits)".utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func harmless(_ text: String) -> String {
        let kept = text.utf8.filter { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") }
        let trimmed = kept.drop { $0 == UInt8(ascii: ".") }
        return String(decoding: trimmed.prefix(longestExtension), as: UTF8.self)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
