import Foundation
import KingfisherCore

/// Why one source failed, in words and as a code.
struct Failure: Equatable {
    let message: String
    /// Kingfisher's number where the error has one, else the word that kf or a plugin has for it.
    let code: JSONLine.Value

    init(_ error: any Error) {
        switch error {
        case let error as KingfisherError:
            self.init(message: error.description, code: .integer(error.errorCode))
        case let error as PluginError:
            self.init(message: error.description, code: .string(error.code.rawValue))
        default:
            self.init(message: error.localizedDescription, code: .string("unknown"))
        }
    }

    private init(message: String, code: JSONLine.Value) {
        self.message = message
        self.code = code
    }

    /// The failure in a line, behind the source's name, which is not said twice.
    func line(for source: String) -> String {
        let name = Self.shortName(source)
        let said = ["\(source) ", "'\(source)': ", "'\(source)' "].first { message.hasPrefix($0) }
        return "\(name): \(message.dropFirst(said?.count ?? 0))"
    }

    /// One object of `--json`.
    func json(for source: String) -> JSONLine {
        var line = JSONLine()
        line.add("source", source)
        line.add("error", message)
        line.add("code", code)
        return line
    }

    /// A source as messages show it: of a data: URL, which may be very long, the beginning.
    static func shortName(_ source: String) -> String {
        guard source != "-" else { return "standard input" }
        let isData = source.prefix(5).lowercased() == "data:"
        return isData && source.count > 40 ? "\(source.prefix(40))…" : source
    }
}
