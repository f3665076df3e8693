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
