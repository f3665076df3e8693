/// Where `get` puts what it made.
enum OutputPlan: Equatable, Sendable {
    /// Nowhere: the images are loaded, processed and cached.
    case none
    case file(String)
    case standardOutput
    /// Into a folder, under names made from the sources.
    case folder(String)

    init(file: String?, folder: String?, sourceCount: Int, printsJSON: Bool) throws(UsageError) {
        if let folder {
            guard !folder.isEmpty else { throw UsageError("-O needs a folder, not an empty name") }
            self = .folder(folder)
            return
        }
        guard let file else {
            self = .none
            return
        }
        guard !file.isEmpty else { throw UsageError("-o needs a file, not an empty name") }
        guard sourceCount == 1 else {
            throw UsageError(
                "-o names one file, but there are \(sourceCount) sources", hint: "-O names a folder for all")
        }
        if file == "-", printsJSON {
            throw UsageError(
                "-o - and --json both write to standard output", hint: "name a file, or leave out --json")
        }
        self = file == "-" ? .standardOutput : .file(file)
    }
}
