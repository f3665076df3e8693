public import Foundation
import KingfisherCache
public import KingfisherCore
import Synchronization

/// Downloads images, each once for however many callers ask for it at the same time.
///
/// Callers share a download when URL, method, headers, body and time limits are the same after their request
/// modifiers have run. Safe to use from any thread.
public final class ImageDownloader: Sendable {
    /// The name, for messages.
    public let name: String
    private let transports: [any ImageTransport]
    private let codecs: ImageCodecs
    private let pool: WorkPool
    private let timeout = Lock<TimeInterval>(15)
    private let downloads = SharedWork<DownloadRequest.Key, StoredData, DownloadProgress>()

    /// Makes a downloader.
    /// - Parameters:
    ///   - name: For messages.
    ///   - transports: The first one that speaks a URL's scheme is used.
    ///   - codecs: What `downloadImage` decodes with.
    ///   - pool: Where it decodes and processes.
    public init(
        name: String, transports: [any ImageTransport], codecs: ImageCodecs, pool: WorkPool = .processing
    ) {
        self.name = name
        self.transports = transports
        self.codecs = codecs
        self.pool = pool
    }

    /// Seconds without a byte before a download fails; 15 unless set.
    public var downloadTimeout: TimeInterval {
        get { timeout.withLock { $0 } }
        set { timeout.withLock { $0 = newValue } }
    }

    /// Downloads, decodes and processes an image; no cache is asked or filled.
    /// - Throws: `KingfisherError`.
    public func downloadImage(
        with url: URL, options: KingfisherOptionsInfo? = nil, progressBlock: DownloadProgressBlock? = nil
    ) async throws -> ImageLoadingResult {
        var parsed = KingfisherParsedOptionsInfo(options)
        parsed.codecs = codecs
        let settled = parsed
        do {
            let downloaded = try await data(
                from: url, options: settled, progress: DownloadProgress.handler(progressBlock))
            let image = try await ImageMaking(options: settled, pool: pool).image(of: downloaded, as: .source)
            return ImageLoadingResult(image: image, url: url, originalData: downloaded.data)
        } catch {
            throw KingfisherError(error, url: url)
        }
    }

    /// Downloads, decodes and processes an image, and calls back once on the options' callback queue.
    @discardableResult
    public func downloadImage(
        with url: URL, options: KingfisherOptionsInfo? = nil, progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)?
    ) -> DownloadTask {
        let queue = KingfisherParsedOptionsInfo(options).callbackQueue
        let task = DownloadTask()
        task.start {
            let result = await Result.kingfisher(url: url) {
                try await self.downloadImage(with: url, options: options, progressBlock: progressBlock)
            }
            queue.execute { completionHandler?(result) }
        }
        return task
    }

    /// Downloads encoded bytes with what the server named them by, sharing with whoever wants the same.
    /// - Throws: `KingfisherError`, or `CancellationError`.
    func data(
        from url: URL, options: KingfisherParsedOptionsInfo, progress: (@Sendable (DownloadProgress) -> Void)?
    ) async throws -> StoredData {
        let request = try await DownloadRequest(url: url, options: options, timeout: downloadTimeout)
        return try await downloads.value(for: request.key, onEvent: progress) { emit in
            try await self.fetch(request.transport, emit: emit)
        }
    }

    private func fetch(
        _ request: TransportRequest, emit: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws -> StoredData {
        do {
            let exchange = try await transport(for: request.url).send(request)
            let response = exchange.response
            // No part was asked for, so a 206 is not the whole.
            guard (200..<300).contains(response.statusCode), response.statusCode != 206 else {
                exchange.body.cancel()
                throw KingfisherError.responseError(reason: .invalidHTTPStatusCode(response: response))
            }
            let body = try await collect(exchange, limit: request.maximumBodyBytes, emit: emit)
            return StoredData(body, kind: .original, validators: response.validators)
        } catch let error as PluginError {
            throw KingfisherError.responseError(reason: .URLSessionError(error: error))
        }
    }

    private func collect(
        _ exchange: TransportExchange, limit: Int, emit: (DownloadProgress) -> Void
    ) async throws -> Data {
        let expected = exchange.response.expectedBodyBytes
        var body = Data()
        // A length is only a claim: memory for more than this is taken as the bytes come.
        body.reserveCapacity(min(expected ?? 0, limit, 4 << 20))
        for try await chunk in exchange.body {
            body.append(chunk)
            if let expected, expected > 0 {
                emit(DownloadProgress(received: Int64(min(body.count, expected)), total: Int64(expected)))
            }
        }
        return body
    }

    private func transport(for url: URL) throws -> any ImageTransport {
        let scheme = url.scheme?.lowercased() ?? ""
        if let transport = transports.first(where: { $0.schemes.contains(scheme) }) { return transport }
        let known = transports.flatMap(\.schemes).joined(separator: ", ")
        throw PluginError(
            .unsupportedURL, pluginID: "core",
            message: "\(url.absoluteString) has the scheme \(scheme), which no transport speaks. "
                + "Registered: \(known.isEmpty ? "none" : known). Add a transport plugin for it.")
    }
}
