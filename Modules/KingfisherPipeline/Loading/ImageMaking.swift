import KingfisherCore

/// Makes the image a load asked for of bytes or of another image, off Swift's cooperative threads.
struct ImageMaking: Sendable {
    let options: KingfisherParsedOptionsInfo
    let pool: WorkPool

    /// Runs the options' processor.
    /// - Throws: `KingfisherError` with code 4001, or `CancellationError`.
    func image(of item: ImageProcessItem) async throws -> Image {
        guard let queue = options.processingQueue else { return try await pool.run { try process(item) } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.execute { continuation.resume(with: Result { try process(item) }) }
        }
    }

    private func process(_ item: ImageProcessItem) throws -> Image {
        do {
            if let image = try options.processor.process(item: item, options: options) { return image }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw KingfisherError.processorError(
                reason: .processingFailed(processor: options.processor, error: error))
        }
        throw KingfisherError.processorError(
            reason: .processingFailed(processor: options.processor, error: nil))
    }
}
