import Foundation
import KingfisherCore

extension FormatsCommand {
    /// What the plugins do with a format.
    private struct Abilities {
        let reads: Bool
        let writes: Bool
        let readsAnimations: Bool
        let writesAnimations: Bool
        /// Whether an image is shown while its bytes arrive.
        let streams: Bool

        init(_ format: ImageFormat, codecs: ImageCodecs) {
            let decoder = codecs.decoders.first { $0.formats.contains(format) }
            let encoder = codecs.encoder(for: format)
            reads = decoder != nil
            writes = encoder != nil
            readsAnimations = decoder?.animatedFormats.contains(format) ?? false
            writesAnimations = encoder?.supportsAnimation ?? false
            streams = decoder?.incrementalDecoder(options: DecodingOptions()) != nil
        }
    }

    /// Lists the formats with a name, and what the plugins do with each.
    static func run(_ options: Options, codecs: ImageCodecs, console: Console) {
        if !options.printsJSON {
            console.result(row(["format", "still", "animated", "streams", "extensions"]))
        }
        for format in FormatNames.known {
            let abilities = Abilities(format, codecs: codecs)
            console.result(
                options.printsJSON ? json(format, abilities).text : row(cells(format, abilities)))
        }
    }

    private static func json(_ format: ImageFormat, _ abilities: Abilities) -> JSONLine {
        var line = JSONLine()
        line.add("format", format.identifier)
        line.add("name", format.name)
        line.add("extensions", .list(format.fileExtensions.map { .string($0) }))
        line.add("reads", abilities.reads)
        line.add("writes", abilities.writes)
        line.add("readsAnimations", abilities.readsAnimations)
        line.add("writesAnimations", abilities.writesAnimations)
        line.add("streams", abilities.streams)
        return line
    }

    private static func cells(_ format: ImageFormat, _ abilities: Abilities) -> [String] {
        [
            format.identifier, verbs(reads: abilities.reads, writes: abilities.writes),
            verbs(reads: abilities.readsAnimations, writes: abilities.writesAnimations),
            abilities.streams ? "streams" : "-",
            format.fileExtensions.map { ".\($0)" }.joined(separator: " "),
        ]
    }

    private static func verbs(reads: Bool, writes: Bool) -> String {
        let verbs = (reads ? ["reads"] : []) + (writes ? ["writes"] : [])
        return verbs.isEmpty ? "-" : verbs.joined(separator: ", ")
    }

    private static func row(_ cells: [String]) -> String {
        Table.row(cells, widths: [6, 13, 13, 7, 0])
    }
}
