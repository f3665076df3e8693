/// What went wrong inside a plugin: a codec, a storage or a transport.
///
/// One struct for every kind of plugin, so that a caller can react to `code` without knowing who threw.
/// Cancellation is not an error of this type: plugins throw `CancellationError`.
public struct PluginError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. Plugins may define further codes; compare with `==`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name, for logs and machine-readable output.
        public let rawValue: String

        /// Makes a code from its stable name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The kind of failure.
    public let code: Code
    /// The id of the plugin that failed, for example `png`.
    public let pluginID: String
    /// What happened and what to do about it, in a sentence or two, without a stack of prefixes.
    public let message: String
    /// The error beneath, where there is one.
    public let cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, pluginID: String, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.pluginID = pluginID
        self.message = message
        self.cause = cause
    }

    /// The message, followed by the cause where there is one.
    public var description: String {
        guard let cause else { return message }
        return "\(message) (\(cause))"
    }
}

extension PluginError.Code {
    private init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// No registered plugin handles the input.
    public static let unsupportedFormat = Self("unsupportedFormat")
    /// The format is known, but this variant of it is not supported.
    public static let unsupportedFeature = Self("unsupportedFeature")
    /// The input ends before the image does.
    public static let truncated = Self("truncated")
    /// The input contradicts its own format.
    public static let corrupt = Self("corrupt")
    /// A `DecodingLimits` value would have been exceeded; nothing was allocated for it.
    public static let limitExceeded = Self("limitExceeded")
    /// The system refused memory.
    public static let outOfMemory = Self("outOfMemory")
    /// The image cannot be written in the requested format or with the requested options.
    public static let encodingFailed = Self("encodingFailed")

    /// Reading or writing a file failed.
    public static let ioFailed = Self("ioFailed")
    /// The file system is full or a quota is used up.
    public static let noSpace = Self("noSpace")
    /// The folder or file system cannot be written.
    public static let readOnly = Self("readOnly")
    /// The name cannot name a cache or its folder.
    public static let invalidName = Self("invalidName")
    /// A stored entry failed its checksum or has an unreadable trailer.
    public static let damagedEntry = Self("damagedEntry")

    /// The URL has a scheme, host or form that no registered transport accepts.
    public static let unsupportedURL = Self("unsupportedURL")
    /// The host could not be found or did not accept the connection.
    public static let connectionFailed = Self("connectionFailed")
    /// The address that the host has, or the port, is one that the transport's `AddressPolicy` keeps from being reached.
    public static let addressDenied = Self("addressDenied")
    /// An idle timeout or the total deadline passed.
    public static let timedOut = Self("timedOut")
    /// The peer ended the body before its declared length.
    public static let truncatedBody = Self("truncatedBody")
    /// The body is longer than the caller allowed.
    public static let bodyTooLarge = Self("bodyTooLarge")
    /// More redirects than allowed, or a loop of them.
    public static let tooManyRedirects = Self("tooManyRedirects")
    /// The redirect handler refused a redirect.
    public static let redirectRefused = Self("redirectRefused")
    /// The request's method, header fields or time limits cannot be sent as they are.
    public static let invalidRequest = Self("invalidRequest")
    /// The peer's answer is not understandable HTTP.
    public static let invalidResponse = Self("invalidResponse")

    /// Two plugins, or two pieces of one, claim the same id.
    public static let duplicateRegistration = Self("duplicateRegistration")
    /// The shared pipeline is to be chosen after it was chosen or made.
    public static let lateBootstrap = Self("lateBootstrap")
    /// A type implements none of the methods of which it must implement one.
    public static let notImplemented = Self("notImplemented")
}
