import Foundation
import KingfisherCore

/// How sources are asked, and what is refused: the options that all commands with sources have.
struct TransferOptions: Equatable, Sendable {
    enum LimitsName: String, CaseIterable, Sendable {
        case standard
        case untrusted

        var limits: DecodingLimits {
            switch self {
            case .standard: .standard
            case .untrusted: .untrusted
            }
        }
    }

    /// Seconds after which a download is given up unless the user says otherwise, however steadily bytes arrive.
    static let usualTimeout: TimeInterval = 300

    static let specs: [OptionSpec] =
        [.value("header"), .value("timeout"), .value("limits")] + NetworkOptions.specs

    var headers: [HeaderField] = []
    /// Seconds for each download.
    var timeout = usualTimeout
    var limitsName: LimitsName = .standard

    var network = NetworkOptions()

    var limits: DecodingLimits { limitsName.limits }

    init() {}

    init(_ reader: OptionReader) throws(UsageError) {
        network = try NetworkOptions(reader)
        for option in reader.options where option.name == "header" {
            headers.append(try HeaderField(option.value))
        }
        if let text = reader.value("timeout") { timeout = try Values.seconds(text, for: "timeout") }
        if let text = reader.value("limits") {
            limitsName = try Values.choice(text, for: "limits", as: LimitsName.self)
        }
    }
}
