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
            // A plugin's message is written for people; the system's error beneath it is not.
            let message = Self.plugin(behind: error)?.message ?? error.description
            self.init(message: message, code: .integer(error.errorCode))
        case let error as PluginError:
            self.init(message: error.message, code: .string(error.code.rawValue))
        default:
            self.init(message: error.localizedDescription, code: .string("unknown"))
        }
    }

    private init(message: String, code: JSONLine.Value) {
        self.message = message
        self.code = code
    }

    private static func plugin(behind error: KingfisherError) -> PluginError? {
        switch error {
        case .responseError(.URLSessionError(let cause)): cause as? PluginError
        case .processorError(.processingFailed(_, let cause?)): cause as? PluginError
        case .imageSettingError(.dataProviderError(_, let cause)): cause as? PluginError
        default: nil
        }
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
