import KingfisherCore

/// The files in a folder that several sources are written to, fixed before the first one is loaded.
///
/// Equal sources share a file; different ones never do, compared without case, since some file systems do.
/// The same sources give the same names however the loads are timed.
struct OutputNames: Sendable {
    private struct Entry: Sendable {
        /// The whole name, for a result whose format fits the extension.
        let name: String
        let fileExtension: String?
        /// The stem for a result of another format.
        let otherStem: String
    }

    private var entries: [String: Entry] = [:]

    /// - Parameters:
    ///   - sources: The sources as given; those that are no valid source get a name that stays unused.
    ///   - format: The format all are written in; nil when each keeps its own.
    init(sources: [String], format: ImageFormat?) {
        var wanted: [(source: String, parts: SafeFileName.Parts)] = []
        var seen = Set<String>()
        for source in sources where seen.insert(source).inserted {
            wanted.append((source, SafeFileName.parts(of: try? SourceArgument(source))))
        }
        let counts = Dictionary(grouping: wanted) { $0.parts.stem.lowercased() }.mapValues(\.count)
        // A number is never added such that it gives the stem somebody else has.
        var stems = Set(counts.keys), names = Set<String>()
        var ordinals: [String: Int] = [:]
        for (source, parts) in wanted {
            ordinals[parts.stem.lowercased(), default: 0] += 1
            let ordinal = ordinals[parts.stem.lowercased(), default: 1]
            let fileExtension = format.map { Self.fileExtension(of: parts, for: $0) } ?? parts.fileExtension
            let tail = fileExtension.map { ".\($0)" } ?? ""
            let isShared = counts[parts.stem.lowercased(), default: 1] > 1
            let isFree = names.insert((parts.stem + tail).lowercased()).inserted
            // photo.png beside photo.jpg needs no number, unless one turns out to be what the other is.
            let isNumbered = !isFree || (isShared && format == nil)
            let other = isNumbered ? Self.numbered(parts.stem, from: ordinal, avoiding: &stems) : parts.stem
            entries[source] = Entry(
                name: (isFree ? parts.stem : other) + tail, fileExtension: fileExtension, otherStem: other)
        }
    }

    /// The file name for what a source gave; nil for a source that was not announced.
    /// - Parameter format: The format written.
    func name(for source: String, format: ImageFormat) -> String? {
        guard let entry = entries[source] else { return nil }
        if let own = entry.fileExtension, format.fileExtensions.contains(own.lowercased()) {
            return entry.name
        }
        return "\(entry.otherStem).\(format.fileExtensions.first ?? format.identifier)"
    }

    private static func fileExtension(of parts: SafeFileName.Parts, for format: ImageFormat) -> String {
        if let own = parts.fileExtension, format.fileExtensions.contains(own.lowercased()) { return own }
        return format.fileExtensions.first ?? format.identifier
    }

    private static func numbered(_ stem: String, from first: Int, avoiding stems: inout Set<String>) -> String
    {
        var number = first
        while !stems.insert("\(stem)-\(number)".lowercased()).inserted { number += 1 }
        return "\(stem)-\(number)"
    }
}
