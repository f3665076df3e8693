internal import Foundation

/// The bounds of one request, in the terms of a `Stopwatch`.
package struct TransferLimits: Sendable {
    let idleTimeout: Duration
    let totalTimeout: Duration?
    /// The stopwatch's time at which the total timeout is over.
    let deadline: Duration?
    package let maximumBodyBytes: Int

    /// - Throws: `PluginError` with `.invalidRequest` where a limit is no time.
    package init(
        _ request: TransportRequest, startingAt now: Duration, failure: TransportFailure
    ) throws(PluginError) {
        idleTimeout = try Self.duration(request.idleTimeout, named: "idle timeout", of: request, failure)
        if let seconds = request.totalTimeout {
            let total = try Self.duration(seconds, named: "total timeout", of: request, failure)
            (totalTimeout, deadline) = (total, now + total)
        } else {
            (totalTimeout, deadline) = (nil, nil)
        }
        maximumBodyBytes = request.maximumBodyBytes
    }

    /// Ten years stand for everything above, infinity included, so that sums stay representable.
    private static func duration(
        _ seconds: TimeInterval, named name: String, of request: TransportRequest, _ failure: TransportFailure
    ) throws(PluginError) -> Duration {
        guard seconds > 0 else {
            throw failure.invalidRequest(
                request.url, "its \(name) is \(seconds) seconds; give a number above 0")
        }
        return .seconds(min(seconds, 315_576_000))
    }
}
