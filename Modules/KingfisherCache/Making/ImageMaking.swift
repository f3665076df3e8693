package import KingfisherCore

/// Makes the image that options ask for of encoded bytes, wherever they came from, off Swift's cooperative threads.
///
/// The codecs read a source's own bytes, the serializer reads what it made itself; then the processor runs, unless
/// the bytes are those of its result. All of it happens on the options' `processingQueue`, else on the pool.
package struct ImageMaking: Sendable {
    /// What bytes stand for.
    package enum Role: Sendable {
        /// The source, as a download or the original cache has it.
        case source
        /// The image asked for, as its own key has it. Bytes of the source lie there too.
        case result
    }

    let options: KingfisherParsedOptionsInfo
    private let pool: WorkPool

    /// Makes a maker.
    package init(options: KingfisherParsedOptionsInfo, pool: WorkPool) {
        self.options = options
        self.pool = pool
    }

    /// Makes the image.
    /// - Throws: `KingfisherError` with code 4001, or `CancellationError`.
    package func image(of stored: StoredData, as role: Role) async throws -> Image {
        try await run { try imageAtOnce(of: stored, as: role) }
    }

    /// Makes the image on the caller's thread.
    /// - Throws: As `image(of:as:)`.
    func imageAtOnce(of stored: StoredData, as role: Role) throws -> Image {
        do {
            if stored.kind == .processed, role == .result { return try decoded(stored) }
            // A processor gets bytes rather than an image where it can, since it may decode them its own way.
            let item: ImageProcessItem =
                stored.kind == .original ? .data(stored.data) : .image(try decoded(stored))
            guard let image = try options.processor.image(of: item, options: options) else {
                throw failure(nil)
            }
            return image
        } catch let error as CancellationError {
            throw error
        } catch let error as KingfisherError {
            throw error
        } catch {
            throw failure(error)
        }
    }

    /// Whether the bytes themselves are why no image was made of them.
    ///
    /// Judged by decoding them and nothing else: neither a processor that fails, nor limits, nor a plugin that is
    /// missing speaks against the bytes.
    func isDamaged(_ stored: StoredData) async -> Bool {
        do {
            return try await run { try decoded(stored) }.isPartial
        } catch let error as PluginError {
            switch error.code {
            case .corrupt, .truncated, .damagedEntry: return true
            case .unsupportedFormat: return isGarbage(stored)
            default: return false
            }
        } catch {
            return false
        }
    }

    /// Whether the bytes begin as no image does that is known here.
    private func isGarbage(_ stored: StoredData) -> Bool {
        ImageFormat(sniffing: stored.data) == .unknown
            && (try? options.codecs.decoder(for: stored.data)) == nil
    }

    /// The image that the bytes alone give.
    private func decoded(_ stored: StoredData) throws -> Image {
        switch stored.kind {
        case .original:
            return try ImageProcessItem.data(stored.data).image(options: options)
        case .processed:
            if let image = try options.cacheSerializer.image(with: stored.data, options: options) {
                return image
            }
            throw PluginError(
                .corrupt, pluginID: "cache", message: "The serializer makes no image of the stored bytes.")
        }
    }

    private func failure(_ error: (any Error)?) -> KingfisherError {
        .processorError(reason: .processingFailed(processor: options.processor, error: error))
    }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let queue = options.processingQueue else { return try await pool.run(work) }
        return try await queue.run(work)
    }
}
