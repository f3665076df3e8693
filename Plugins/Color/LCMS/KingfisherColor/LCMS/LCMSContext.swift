internal import CLCMS
internal import KingfisherCore
internal import Synchronization

/// A context of lcms2: the library's state, apart from that of all others, and what it had to say last.
///
/// Source: Little CMS 2.14 API, "Contexts".
// Safe: the handle is set once; the library uses a context from several threads only to report errors, and the log
// that those go to is locked.
final class LCMSContext: @unchecked Sendable {
    /// Where the library's words go.
    private final class Log: Sendable {
        let last = Lock<String?>(nil)
    }

    let handle: cmsContext
    private let log: Log

    /// Makes a context.
    /// - Throws: `PluginError` with `.outOfMemory`.
    static func open() throws(PluginError) -> LCMSContext {
        let log = Log()
        // Not retained by the library: the context that is returned keeps the log.
        guard let handle = cmsCreateContext(nil, Unmanaged.passUnretained(log).toOpaque()) else {
            throw ColorFailure.outOfMemory
        }
        cmsSetLogErrorHandlerTHR(handle) { context, _, text in
            guard let context, let text, let log = cmsGetContextUserData(context) else { return }
            let words = String(cString: text)
            Unmanaged<Log>.fromOpaque(log).takeUnretainedValue().last.withLock { $0 = words }
        }
        return LCMSContext(handle, log)
    }

    private init(_ handle: cmsContext, _ log: Log) {
        self.handle = handle
        self.log = log
    }

    deinit {
        cmsDeleteContext(handle)
    }

    /// What the library reported last, in English.
    var lastWords: String? { log.last.withLock { $0 } }
}
