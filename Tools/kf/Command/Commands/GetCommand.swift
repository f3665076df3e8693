import Foundation
import KingfisherCore

/// `kf get`: loads images, processes them, writes them.
struct GetCommand {
    /// What the command line asks for.
    struct Options: Equatable, Sendable {
        /// URLs, paths, or `-`, as given.
        var sources: [String]
        var output: OutputPlan = .none
        /// In the order given.
        var steps: [ProcessingStep] = []
        /// The format asked for; nil leaves it to the output's extension or the source.
        var format: ImageFormat?
        /// 1...100; nil leaves it to the encoder.
        var quality: Int?
        /// Whether the colour profile is dropped as well.
        var strips = false
        var caching: Caching = .standard(folder: nil)
        var refreshes = false
        var onlyFromCache = false
        var network = NetworkOptions()
        var headers: [HeaderField] = []
        /// Seconds for each download; nil for none.
        var timeout: TimeInterval?
        var limits: LimitsName = .standard
        /// Loads at a time; nil leaves it to the number of processors.
        var jobs: Int?
        var printsJSON = false
        var isQuiet = false
    }

    /// Which cache a load may use.
    enum Caching: Equatable, Sendable {
        /// Memory and disk; the default folder when nil.
        case standard(folder: String?)
        /// Neither.
        case off
    }

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
}
