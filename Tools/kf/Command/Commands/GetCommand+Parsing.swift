import KingfisherCore

extension GetCommand.Options {
    static let specs: [OptionSpec] =
        NetworkOptions.specs + [
            .value("o"), .value("O"), .value("resize"), .value("mode"), .flag("enlarge"), .value("crop"),
            .value("format"), .value("quality"), .flag("strip"), .value("cache"), .flag("no-cache"),
            .flag("refresh"), .flag("only-from-cache"), .value("header"), .value("timeout"),
            .value("limits"), .value("jobs"), .flag("json"), .flag("quiet"),
        ]

    /// Parses the arguments behind `get`.
    init(arguments: [String]) throws(UsageError) {
        let reader = try OptionReader(
            arguments, options: Self.specs, repeatable: ["resize", "crop", "header"])
        try reader.exclude("o", "O", because: "-o names one file, -O a folder")
        try reader.exclude("cache", "no-cache", because: "--no-cache uses no folder")
        try reader.exclude("no-cache", "only-from-cache", because: "without a cache there is nothing to take")
        try reader.exclude("refresh", "only-from-cache", because: "--refresh asks the source again")
        sources = try SourceArgument.checkedList(reader.operands, command: "get")
        output = try OutputPlan(
            file: reader.value("o"), folder: reader.value("O"), sourceCount: sources.count,
            printsJSON: reader.has("json"))
        steps = try Self.steps(reader)
        if let name = reader.value("format") { format = try FormatNames.format(named: name) }
        if let text = reader.value("quality") {
            quality = try Values.integer(text, for: "quality", in: 1...100)
        }
        strips = reader.has("strip")
        caching = reader.has("no-cache") ? .off : .standard(folder: try CacheCommand.folder(reader))
        refreshes = reader.has("refresh")
        onlyFromCache = reader.has("only-from-cache")
        network = try NetworkOptions(reader)
        for option in reader.options where option.name == "header" {
            headers.append(try HeaderField(option.value))
        }
        if let text = reader.value("timeout") { timeout = try Values.seconds(text, for: "timeout") }
        if let text = reader.value("limits") {
            limits = try Values.choice(text, for: "limits", as: GetCommand.LimitsName.self)
        }
        if let text = reader.value("jobs") { jobs = try Values.integer(text, for: "jobs", in: 1...256) }
        printsJSON = reader.has("json")
        isQuiet = reader.has("quiet")
    }

    /// The processing options in their order; `--mode` and `--enlarge` hold for every `--resize`, wherever they stand.
    private static func steps(_ reader: OptionReader) throws(UsageError) -> [ProcessingStep] {
        var mode = ProcessingStep.Mode.fit
        if let text = reader.value("mode") {
            mode = try Values.choice(text, for: "mode", as: ProcessingStep.Mode.self)
        }
        var steps: [ProcessingStep] = []
        for option in reader.options {
            switch option.name {
            case "resize":
                let size = try Values.size(option.value, for: "resize")
                if mode == .stretch, size.width == nil || size.height == nil {
                    throw UsageError(
                        "--mode stretch needs both sides, not '\(option.value)'",
                        hint: "for example --resize 400x300")
                }
                steps.append(
                    .resize(
                        .init(
                            width: size.width, height: size.height, mode: mode,
                            enlarges: reader.has("enlarge"))))
            case "crop": steps.append(.crop(try ProcessingStep.Crop(option.value)))
            default: break
            }
        }
        let resizes = steps.contains { if case .resize = $0 { true } else { false } }
        for name in ["mode", "enlarge"] where reader.has(name) && !resizes {
            throw UsageError("--\(name) is about resizing", hint: "add --resize WxH")
        }
        return steps
    }
}
