import KingfisherCore

/// `kf frames`: writes each frame of an animation into a file.
struct FramesCommand {
    /// What the command line asks for.
    struct Options: Equatable, Sendable {
        /// What `get` would be told; one source, a folder, all frames.
        var get: GetCommand.Options
        /// Where the files go.
        var folder: String

        /// Parses the arguments behind `frames`.
        init(arguments: [String]) throws(UsageError) {
            let reader = try OptionReader(
                arguments, options: GetCommand.Options.sharedSpecs,
                repeatable: GetCommand.Options.repeatable)
            get = try GetCommand.Options(reader, command: "frames")
            guard get.sources.count == 1 else {
                throw UsageError("frames takes one source, not \(get.sources.count)")
            }
            guard case .folder(let folder) = get.output else {
                throw UsageError("frames needs -O DIR", hint: "the folder that the files go into")
            }
            self.folder = folder
        }
    }
}
