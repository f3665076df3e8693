public import Foundation

/// Bytes of a file on this machine.
public struct LocalFileImageDataProvider: ImageDataProvider {
    /// The file.
    public let fileURL: URL
    /// The key in caches.
    public let cacheKey: String
    /// How long the file may be; only `encodedBytes` counts.
    public let limits: DecodingLimits

    /// Makes a provider.
    /// - Parameters:
    ///   - fileURL: The file.
    ///   - cacheKey: The key in caches; when nil, one made from the path. It does not change when the file does.
    ///   - limits: How long the file may be; only `encodedBytes` counts.
    public init(fileURL: URL, cacheKey: String? = nil, limits: DecodingLimits = .standard) {
        self.fileURL = fileURL
        self.cacheKey = cacheKey ?? Self.key(for: fileURL)
        self.limits = limits
    }

    /// The file itself.
    public var contentURL: URL? { fileURL }

    /// Reads the whole file, on threads that may wait for it. A pipe is read until its writers have gone.
    /// - Throws: `PluginError` with `.ioFailed`, naming the file and the reason, or `.limitExceeded`; or
    ///   `CancellationError`, also while a pipe has no writer.
    public func data() async throws -> Data {
        guard fileURL.isFileURL else {
            throw PluginError(
                .ioFailed, pluginID: "core",
                message: "\(fileURL.absoluteString) is not the URL of a file. Load it through the network.")
        }
        let path = fileURL.path(percentEncoded: false)
        return try await LocalFile.contents(limit: limits.encodedBytes) {
            try LocalFile(path: path, pluginID: "core")
        }
    }

    static func key(for fileURL: URL) -> String {
        let query = fileURL.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return "kingfisher.local.cacheKey" + fileURL.standardizedFileURL.path(percentEncoded: false) + query
    }
}
