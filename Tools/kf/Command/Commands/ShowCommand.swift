import KingfisherTerminal

/// `kf show`: draws images in the terminal.
struct ShowCommand {
    /// What the command line asks for.
    struct Options: Equatable, Sendable {
        /// What `get` would be told; no output.
        var get: GetCommand.Options
        /// Cells of the drawing; those of the terminal when nil.
        var size: Size?
        /// How it is drawn; as well as the terminal can when nil.
        var graphics: TerminalGraphics?
        /// How often an animation plays; as often as it says itself when nil.
        var loops: Int?

        /// Numbers of character cells.
        struct Size: Equatable, Sendable {
            var columns: Int
            var rows: Int
        }

        static let specs: [OptionSpec] =
            [
                .value("size"), .value("graphics"), .value("loops"), .flag("first-frame"),
                .value("resize"), .value("mode"), .flag("enlarge"), .value("crop"), .value("background"),
                .value("cache"), .flag("no-cache"), .flag("refresh"), .flag("only-from-cache"),
            ] + TransferOptions.specs

        /// Parses the arguments behind `show`.
        init(arguments: [String]) throws(UsageError) {
            let reader = try OptionReader(
                arguments, options: Self.specs, repeatable: GetCommand.Options.repeatable)
            get = try GetCommand.Options(reader, command: "show")
            // Terminals know no colour profiles.
            get.convertsToSRGB = true
            if let text = reader.value("size") { size = try Self.size(text) }
            if let text = reader.value("graphics") {
                graphics = try Values.choice(text, for: "graphics", as: TerminalGraphics.self)
            }
            if let text = reader.value("loops") {
                loops = try Values.integer(text, for: "loops", in: 1...1_000_000)
            }
        }

        private static func size(_ text: String) throws(UsageError) -> Size {
            let sides = try Values.size(text, for: "size")
            guard let columns = sides.width, let rows = sides.height, columns <= 1000, rows <= 1000 else {
                throw UsageError(
                    "--size '\(text)' is no number of cells",
                    hint: "write it as 80x24, columns and rows, up to 1000 each")
            }
            return Size(columns: columns, rows: rows)
        }
    }
}
