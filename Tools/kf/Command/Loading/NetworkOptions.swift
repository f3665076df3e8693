import KingfisherCore
import KingfisherCurlTransport
import KingfisherURLSessionTransport

/// How a command reaches the network.
struct NetworkOptions: Equatable, Sendable {
    enum Transport: String, CaseIterable, Sendable {
        case curl
        case urlsession
    }

    static let specs: [OptionSpec] = [.value("transport"), .flag("http2"), .flag("public-only")]

    var transport = Transport.curl
    /// Whether HTTP/2 is spoken without TLS, too.
    var usesHTTP2 = false
    /// Whether addresses of this machine and its networks are kept from being reached.
    var isPublicOnly = false

    init() {}

    /// Takes the options that a command shares with others.
    init(_ reader: OptionReader) throws(UsageError) {
        if let text = reader.value("transport") {
            transport = try Values.choice(text, for: "transport", as: Transport.self)
        }
        usesHTTP2 = reader.has("http2")
        isPublicOnly = reader.has("public-only")
        for name in ["http2", "public-only"] where transport == .urlsession && reader.has(name) {
            throw UsageError("--\(name) needs --transport curl", hint: "URLSession has nothing of the kind")
        }
    }

    /// The transport asked for. It touches nothing before its first request.
    func makeTransport() -> any ImageTransport {
        switch transport {
        case .urlsession: return URLSessionTransport()
        case .curl:
            var configuration = CurlTransport.Configuration()
            configuration.userAgent = "kf/\(Version.number)"
            if usesHTTP2 { configuration.httpVersion = .http2PriorKnowledge }
            if isPublicOnly { configuration.addressPolicy = .publicOnly }
            return CurlTransport(configuration: configuration)
        }
    }
}
