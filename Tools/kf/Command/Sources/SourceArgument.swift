import Foundation
import KingfisherCore

/// Where the bytes named on a command line come from.
enum SourceArgument: Equatable, Sendable {
    /// `-`
    case standardInput
    /// An http or https URL.
    case network(URL)
    /// A path, or a file: URL.
    case file(path: String)
    /// A data: URL, kept as text, since it may be megabytes long.
    case data(String)

    /// Refuses what no list of sources may be.
    static func checkedList(_ operands: [String], command: String) throws(UsageError) -> [String] {
        guard !operands.isEmpty else {
            throw UsageError("\(command) needs a source", hint: "a URL, a path, or - for standard input")
        }
        if operands.contains("") {
            throw UsageError(
                "a source is an empty text", hint: "an unset variable in a script may be the reason")
        }
        if operands.count(where: { $0 == "-" }) > 1 {
            throw UsageError("standard input (-) can be read only once")
        }
        return operands
    }

    /// Tells what kind of source a text names; whether it exists is found out when it is read.
    /// - Throws: `KingfisherError` or `PluginError`, so that one bad source among several fails like any other.
    init(_ text: String) throws {
        guard text != "-" else {
            self = .standardInput
            return
        }
        switch Self.scheme(of: text) {
        case "http", "https":
            guard let url = URL(string: text), url.host(percentEncoded: false).map({ !$0.isEmpty }) ?? false
            else {
                throw Self.failure(
                    "'\(text)' is no valid URL: it has no host or a character that is not allowed")
            }
            self = .network(url)
        case "data": self = .data(text)
        case "file":
            guard let url = URL(string: text), url.isFileURL, ["", "localhost"].contains(url.host() ?? "")
            else {
                throw Self.failure("'\(text)' is no file on this machine; write it as file:///path")
            }
            self = .file(path: url.path(percentEncoded: false))
        case let scheme? where text.dropFirst(scheme.count).hasPrefix("://"):
            throw Self.failure(
                "'\(text)': kf does not load \(scheme): URLs, only http, https, file and data; "
                    + "for a file of that name write ./\(text)")
        default: self = .file(path: text)
        }
    }

    /// The lowercase scheme of RFC 3986 section 3.1 in front of a text.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard let first = scheme.first, first.isASCII, first.isLetter else { return nil }
        let allowed = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return allowed ? scheme : nil
    }

    private static func failure(_ message: String) -> PluginError {
        PluginError(.unsupportedURL, pluginID: "kf", message: message)
    }
}
