import Foundation
import KingfisherCore

/// Why something failed, in words and as a code.
struct Failure: Equatable {
    let message: String
    /// The name that kf, a plugin or Kingfisher has for it.
    let code: String
    /// Kingfisher's number, where it has one.
    let number: Int?

    init(_ error: any Error) {
        switch error {
        case let error as KingfisherError:
            // A plugin's message is written for people; the system's error beneath it is not.
            let plugin = Self.plugin(behind: error)
            message = Wording.command(plugin?.message ?? error.description)
            code = plugin?.code.rawValue ?? error.codeName
            number = error.errorCode
        case let error as PluginError:
            message = Wording.command(error.message)
            code = error.code.rawValue
            number = nil
        default:
            message = error.localizedDescription
            code = "unknown"
            number = nil
        }
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

    /// One object of `--json`; with the source that failed, where it is about one.
    func json(for source: String? = nil) -> JSONLine {
        var line = JSONLine()
        if let source { line.add("source", source) }
        line.add("error", message)
        line.add("code", code)
        line.add("number", number)
        return line
    }

    /// A source as messages show it: of a data: URL, which may be very long, the beginning.
    static func shortName(_ source: String) -> String {
        guard source != "-" else { return "standard input" }
        let isData = source.prefix(5).lowercased() == "data:"
        return isData && source.count > 40 ? "\(source.prefix(40))…" : source
    }
}
