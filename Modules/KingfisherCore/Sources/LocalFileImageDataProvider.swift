public import Foundation

/// Bytes of a file on this machine.
public struct LocalFileImageDataProvider: ImageDataProvider {
    /// The file.
    public let fileURL: URL
    /// The key in caches.
    public let cacheKey: String

    /// Makes a provider.
    /// - Parameters:
    ///   - fileURL: The file.
    ///   - cacheKey: The key in caches; when nil, one made from the path. It does not change when the file does.
    public init(fileURL: URL, cacheKey: String? = nil) {
        self.fileURL = fileURL
        self.cacheKey = cacheKey ?? Self.key(for: fileURL)
    }

    /// The file itself.
    public var contentURL: URL? { fileURL }

    /// Reads the whole file, on the shared input and output pool.
    /// - Throws: `PluginError` with `.ioFailed`, naming the file and the reason.
    public func data() async throws -> Data {
        try await WorkPool.fileAccess.run { try LocalFile.read(fileURL) }
    }

    static func key(for fileURL: URL) -> String {
        let query = fileURL.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return "kingfisher.local.cacheKey" + fileURL.standardizedFileURL.path(percentEncoded: false) + query
    }
}
