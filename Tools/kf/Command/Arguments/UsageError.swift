/// A command line that cannot be carried out as written; nothing has been done yet.
struct UsageError: Error, Equatable {
    /// What is wrong, naming the argument.
    let message: String
    /// The way out, where one is known.
    let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    /// Both in one line.
    var text: String { hint.map { "\(message); \($0)" } ?? message }
}
