import Foundation

/// File names made from what strangers chose: always one visible name inside the folder, never a path.
enum SafeFileName {
    /// Bytes of a name on the usual file systems are at most 255; the rest is left for a number, an
    /// extension and the temporary name.
    private static let longestStem = 180

    /// The name, without the extension of an image format, and that extension.
    struct Parts: Equatable {
        var stem: String
        /// Without the dot; nil when the name had none that an image format uses.
        var fileExtension: String?
    }

    /// The parts of a name for what a source gives.
    static func parts(of source: SourceArgument?) -> Parts {
        switch source {
        case .standardInput: Parts(stem: "stdin")
        case .data: Parts(stem: "data")
        case .file(let path): parts(ofName: lastComponent(path))
        case .network(let url):
            // Split while encoded, so that %2F stays within its component.
            parts(ofName: decoded(lastComponent(url.path(percentEncoded: true))))
        case nil: Parts(stem: "image")
        }
    }

    /// Makes any text a safe stem and takes an image extension off it.
    static func parts(ofName name: String) -> Parts {
        var stem = name, fileExtension: String?
        if let dot = name.lastIndex(of: "."), dot > name.startIndex {
            let suffix = String(name[name.index(after: dot)...])
            if FormatNames.format(fileExtension: suffix) != nil {
                fileExtension = suffix
                stem = String(name[..<dot])
            }
        }
        return Parts(stem: safe(stem), fileExtension: fileExtension)
    }

    private static func safe(_ stem: String) -> String {
        let scalars = stem.unicodeScalars.map { scalar -> Character in
            let isControl =
                scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            return isControl || scalar == "/" || scalar == "\\" ? "_" : Character(scalar)
        }
        var result = String(scalars)
        // No hidden file, no way up.
        while result.hasPrefix(".") { result.removeFirst() }
        while result.utf8.count > longestStem { result.removeLast() }
        return result.isEmpty ? "image" : result
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    private static func decoded(_ text: String) -> String { text.removingPercentEncoding ?? text }
}
