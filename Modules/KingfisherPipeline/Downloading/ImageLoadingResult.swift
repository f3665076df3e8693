public import Foundation
public import KingfisherCore

/// What a download of an image gave.
public struct ImageLoadingResult: Sendable {
    /// The image, processed.
    public let image: Image
    /// The URL that was asked for; nil where no network was.
    public let url: URL?
    /// The bytes as received.
    public let originalData: Data

    /// Makes a result.
    public init(image: Image, url: URL?, originalData: Data) {
        self.image = image
        self.url = url
        self.originalData = originalData
    }
}

/// Bytes received of the total, for loads whose total is known.
public typealias DownloadProgressBlock = @Sendable (_ receivedSize: Int64, _ totalSize: Int64) -> Void

/// How far a download is.
struct DownloadProgress: Sendable {
    let received: Int64
    let total: Int64

    /// The caller's block as one that takes a value.
    static func handler(_ block: DownloadProgressBlock?) -> (@Sendable (DownloadProgress) -> Void)? {
        guard let block else { return nil }
        return { block($0.received, $0.total) }
    }
}
