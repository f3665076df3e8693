import KingfisherCore

extension FormatsCommand {
    /// Lists the formats with a name, and what the plugins do with each.
    static func run(_ options: Options, codecs: ImageCodecs, console: Console) {
        let readable = Set(codecs.decoders.flatMap(\.formats))
        for format in FormatNames.known {
            let reads = readable.contains(format)
            let writes = codecs.encoder(for: format) != nil
            if options.printsJSON {
                var line = JSONLine()
                line.add("format", format.identifier)
                line.add("name", format.name)
                line.add("extensions", .list(format.fileExtensions.map { .string($0) }))
                line.add("reads", reads)
                line.add("writes", writes)
                console.result(line.text)
            } else {
                let columns = [
                    format.identifier, reads ? "reads" : "-", writes ? "writes" : "-",
                    format.fileExtensions.map { ".\($0)" }.joined(separator: " "),
                ]
                let widths = [6, 6, 7, 0]
                console.result(Table.row(columns, widths: widths))
            }
        }
    }
}
