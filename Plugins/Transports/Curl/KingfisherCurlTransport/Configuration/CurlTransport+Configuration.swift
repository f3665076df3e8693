public import Foundation
public import KingfisherCore

extension CurlTransport {
    /// How a transport connects, whom it trusts, and how much it does at once.
    public struct Configuration: Sendable {
        /// Connections to one host and port, at least 1. Further requests wait, the most urgent first.
        public var connectionsPerHost = 6
        /// Requests at once to a host that takes several over one connection, as HTTP/2 does; at least 1.
        public var streamsPerHost = 100
        /// Requests at once in all, at least 1.
        public var maximumRequests = 128
        /// Which HTTP is spoken.
        public var httpVersion = HTTPVersion.automatic
        /// Seconds for a connection to be made, TLS included; nil leaves it to the request's own limits.
        public var connectTimeout: TimeInterval?
        /// Below which speed a transfer fails with `.timedOut`; nil for none.
        public var lowSpeed: LowSpeed?
        /// Bytes of one body that wait for a reader before its connection is no longer read, at least 1. A transfer may
        /// take in a little more.
        public var bufferBytes = 512 << 10
        /// Which addresses may be connected to. With `.publicOnly` no proxy of the environment is used, and a redirect
        /// from https to http is refused.
        public var addressPolicy = AddressPolicy.any
        /// Through whom connections are made.
        public var proxy = Proxy.environment
        /// What `User-Agent` says where the request does not.
        public var userAgent = "Kingfisher"
        /// Addresses to use for host names instead of looking them up, for example `["images.test": ["127.0.0.1"]]`. The
        /// address policy holds for them too.
        public var resolve: [String: [String]] = [:]
        /// Whom to trust, and as whom to appear.
        public var security = Security()

        /// The defaults.
        public init() {}
    }

    /// Which HTTP a transport speaks.
    public enum HTTPVersion: Sendable {
        /// HTTP/2 over TLS where the server has it, else HTTP/1.1.
        case automatic
        /// HTTP/1.1 alone.
        case http1
        /// HTTP/2 also without TLS, without asking first; only for servers that are known to speak it.
        case http2PriorKnowledge
    }

    /// Through whom connections are made.
    public enum Proxy: Sendable {
        /// The proxies that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name, as for curl.
        case environment
        /// None.
        case none
        /// The one at a URL: http, https, socks4a or socks5h. Not with an address policy of `.publicOnly`, since a proxy
        /// looks up names itself.
        case url(String)
    }

    /// A speed, and how long a transfer may stay below it.
    public struct LowSpeed: Sendable {
        /// Bytes a second.
        public var bytesPerSecond: Int
        /// Whole seconds, at least 1.
        public var seconds: Int

        /// Makes a bound.
        public init(bytesPerSecond: Int, seconds: Int) {
            self.bytesPerSecond = bytesPerSecond
            self.seconds = seconds
        }
    }

    /// Whom to trust over TLS, and as whom to appear.
    public struct Security: Sendable {
        /// A file of certificates (PEM) to trust instead of the system's.
        public var certificateAuthorities: URL?
        /// What servers that ask for it are shown.
        public var clientCertificate: ClientCertificate?
        /// For each host the public keys of which it must have one, as SHA-256 of the DER form in base64, which
        /// `openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` prints. Other hosts may have any.
        public var pinnedPublicKeys: [String: [String]] = [:]
        /// Hosts whose certificates are not checked at all.
        public var trustedHosts: Set<String> = []

        /// The system's certificates, and nothing else.
        public init() {}
    }

    /// A client's certificate.
    public struct ClientCertificate: Sendable {
        /// The file of the certificate (PEM).
        public var file: URL
        /// The file of its key (PEM); nil where it is in the same file.
        public var keyFile: URL?
        /// The password of the key.
        public var password: String?

        /// Names the files of a certificate.
        public init(file: URL, keyFile: URL? = nil, password: String? = nil) {
            self.file = file
            self.keyFile = keyFile
            self.password = password
        }
    }
}
