import Foundation
import KingfisherCore

/// The bytes of a file, read anew for each load, within limits.
struct FileProvider: ImageDataProvider {
    let path: String
    let limits: DecodingLimits

    var cacheKey: String { "kf.file:\(path)" }
    var contentURL: URL? { URL(filePath: path) }

    func data() async throws -> Data {
        try await LocalFile.contents(limit: limits.encodedBytes) { try LocalFile(path: path, pluginID: "kf") }
    }
}

/// The bytes of standard input, to be asked for once.
struct StandardInputProvider: ImageDataProvider {
    let limits: DecodingLimits

    let cacheKey = "kf.stdin:"

    func data() async throws -> Data {
        try await LocalFile.contents(limit: limits.encodedBytes) { try .standardInput(pluginID: "kf") }
    }
}

extension SourceArgument {
    /// The source to load.
    func source(limits: DecodingLimits) -> Source {
        switch self {
        case .network(let url): .network(url)
        case .file(let path): .provider(FileProvider(path: path, limits: limits))
        case .data(let text): .provider(DataURLImageDataProvider(url: text))
        case .standardInput: .provider(StandardInputProvider(limits: limits))
        }
    }

    /// Whether a cache may answer for it in a later run. What lies on this machine may change at any time.
    var isNetwork: Bool { if case .network = self { true } else { false } }
}
