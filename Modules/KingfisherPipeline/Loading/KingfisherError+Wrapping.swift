import Foundation
import KingfisherCore

extension KingfisherError {
    /// Any error of a load as a `KingfisherError`; the caller's cancellation in its one form.
    init(_ error: any Error, url: URL?) {
        self =
            switch error {
            case let error as KingfisherError: error
            case is CancellationError: .requestError(reason: .taskCancelled(url: url))
            default: .responseError(reason: .URLSessionError(error: error))
            }
    }

    /// Any error of a load of a source; of a provider's cancellation, the form with code 1006.
    init(_ error: any Error, source: Source) {
        if case .provider(let provider) = source, error is CancellationError {
            self = .requestError(reason: .dataProviderCancelled(provider: provider))
        } else {
            self.init(error, url: source.url)
        }
    }
}

extension Result where Failure == KingfisherError {
    /// The result of async work, its error as a `KingfisherError`.
    static func kingfisher(
        url: URL?, _ work: () async throws -> Success
    ) async -> Result<Success, KingfisherError> {
        do {
            return .success(try await work())
        } catch {
            return .failure(KingfisherError(error, url: url))
        }
    }
}
