import Foundation

/// Puts what the library says to programmers into the terms of the command line.
enum Wording {
    /// Sentences with such a word advise to change a program; what a user can do instead.
    private static let advice: [(mark: String, instead: String)] = [
        ("DecodingLimits", "--limits standard, the default, allows the most."),
        ("Raise the limit if the server", "--limits standard, the default, allows the most."),
        ("total timeout", "--timeout SECONDS allows more time."),
        ("idle timeout", "Try again later."),
        ("without that option", "Load it once without --only-from-cache."),
        ("Add a plugin", "kf formats lists what can be read and written."),
        ("Add a transport plugin", ""),
        ("ColorPlugin", "Leave out --srgb and --strip."),
    ]

    private static let phrases: [(library: String, command: String)] = [
        ("which no registered plugin reads", "which kf does not read"), ("Registered: ", "kf reads "),
    ]

    /// A message as the command says it.
    static func command(_ message: String) -> String {
        let sentences = message.components(separatedBy: ". ").map { sentence in
            guard let advice = advice.first(where: { sentence.contains($0.mark) }) else { return sentence }
            return String(advice.instead.dropLast())
        }
        var text = sentences.filter { !$0.isEmpty }.joined(separator: ". ")
        for phrase in phrases { text = text.replacingOccurrences(of: phrase.library, with: phrase.command) }
        return message.hasSuffix(".") && !text.hasSuffix(".") ? text + "." : text
    }
}
