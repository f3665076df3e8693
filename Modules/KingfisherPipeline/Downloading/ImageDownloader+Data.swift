package import Foundation
package import KingfisherCore

extension ImageDownloader {
    /// Downloads encoded bytes without decoding them, sharing with whoever wants the same.
    /// - Throws: `KingfisherError`.
    package func downloadData(from url: URL, options: KingfisherParsedOptionsInfo) async throws -> Data {
        do {
            return try await data(from: url, options: options, progress: nil).data
        } catch {
            throw KingfisherError(error, url: url)
        }
    }
}
