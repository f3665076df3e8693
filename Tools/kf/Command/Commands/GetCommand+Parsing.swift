import KingfisherCore

extension GetCommand.Options {
    /// The options that `frames` has as well.
    static let sharedSpecs: [OptionSpec] =
        [
            .value("O"), .value("resize"), .value("mode"), .flag("enlarge"), .value("crop"), .flag("srgb"),
            .value("background"), .flag("strip"), .flag("keep-metadata"), .value("cache"), .flag("no-cache"),
            .flag("refresh"), .flag("only-from-cache"), .flag("json"), .flag("quiet"), .flag("verbose"),
        ] + EncodingChoice.specs + TransferOptions.specs

    static let specs: [OptionSpec] =
        sharedSpecs + [.value("o"), .value("frame"), .flag("first-frame"), .value("jobs")]

    /// Parses the arguments behind `get`.
    init(arguments: [String]) throws(UsageError) {
        try self.init(
            try OptionReader(arguments, options: Self.specs, repeatable: Self.repeatable), command: "get")
    }

    static let repeatable: Set<String> = ["resize", "crop", "header"]

    /// Takes what the reader has of the options, for a command that may know fewer of them.
    init(_ reader: OptionReader, command: String) throws(UsageError) {
        try Self.refuseContradictions(reader)
        sources = try SourceArgument.checkedList(reader.operands, command: command)
        output = try OutputPlan(
            file: reader.value("o"), folder: reader.value("O"), sourceCount: sources.count,
            printsJSON: reader.has("json"))
        frames = try Self.frames(reader)
        geometry = try Self.geometry(reader)
        convertsToSRGB = reader.has("srgb")
        if let text = reader.value("background") { background = try ColorName.color(text, for: "background") }
        strips = reader.has("strip")
        keepsMetadata = reader.has("keep-metadata")
        encoding = try EncodingChoice(reader)
        caching = reader.has("no-cache") ? .off : .standard(folder: try CacheCommand.folder(reader))
        refreshes = reader.has("refresh")
        onlyFromCache = reader.has("only-from-cache")
        transfer = try TransferOptions(reader)
        if let text = reader.value("jobs") { jobs = try Values.integer(text, for: "jobs", in: 1...256) }
        printsJSON = reader.has("json")
        isQuiet = reader.has("quiet")
        isVerbose = reader.has("verbose")
    }

    private static func refuseContradictions(_ reader: OptionReader) throws(UsageError) {
        try reader.exclude("o", "O", because: "-o names one file, -O a folder")
        try reader.exclude("frame", "first-frame", because: "the first frame is --frame 0")
        try reader.exclude("strip", "keep-metadata", because: "--strip drops all metadata")
        try reader.exclude("cache", "no-cache", because: "--no-cache uses no folder")
        try reader.exclude("no-cache", "only-from-cache", because: "without a cache there is nothing to take")
        try reader.exclude("refresh", "only-from-cache", because: "--refresh asks the source again")
        try reader.exclude("quiet", "verbose", because: "--verbose tells more, --quiet less")
    }

    private static func frames(_ reader: OptionReader) throws(UsageError) -> GetCommand.FrameChoice {
        guard let text = reader.value("frame") else { return reader.has("first-frame") ? .first : .all }
        let index = try Values.integer(text, for: "frame", in: 0...999_999)
        return index == 0 ? .first : .one(index)
    }

    /// The sizes and parts in their order; `--mode` and `--enlarge` hold for every `--resize`, wherever they stand.
    private static func geometry(_ reader: OptionReader) throws(UsageError) -> [ProcessingStep] {
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
