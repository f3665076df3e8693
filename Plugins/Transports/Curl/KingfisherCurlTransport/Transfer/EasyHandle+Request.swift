internal import CKingfisherCurl
internal import Foundation
internal import KingfisherCore

extension EasyHandle {
    /// Sets everything that a request needs on a handle that has been reset.
    func prepare(
        _ request: TransportRequest, _ configuration: CurlTransport.Configuration,
        _ manner: HTTP2Hosts.Manner
    ) {
        useErrorText()
        set(CURLOPT_URL, request.url.absoluteString)
        set(CURLOPT_PROTOCOLS_STR, CurlTransport.schemes.joined(separator: ","))
        set(CURLOPT_NOSIGNAL, true)
        // A transfer that is given up while its host is looked up does not wait for the answer.
        set(CURLOPT_QUICK_EXIT, true)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        set(CURLOPT_USERAGENT, configuration.userAgent)
        // Part of an encoded body cannot be decoded. Empty means all that libcurl was built with.
        set(CURLOPT_ACCEPT_ENCODING, request.headers["Range"] == nil ? "" : "identity")
        setMethod(request)
        setHeaders(request)
        setVersion(manner)
        set(CURLOPT_STREAM_WEIGHT, 1 + Int(255 * min(max(request.priority, 0), 1)))
        setConnection(request, configuration)
        setSecurity(request, configuration.security)
    }

    private func setMethod(_ request: TransportRequest) {
        switch (request.method, request.body) {
        case ("GET", nil): break
        case ("HEAD", nil): set(CURLOPT_NOBODY, true)
        case (let method, let body):
            if let body { setBody(body) } else if method == "POST" { setBody(Data()) }
            set(CURLOPT_CUSTOMREQUEST, method)
        }
    }

    private func setBody(_ body: Data) {
        set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
        body.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress {
                set(CURLOPT_COPYPOSTFIELDS, start)
            } else {
                set(CURLOPT_COPYPOSTFIELDS, "")
            }
        }
    }

    private func setHeaders(_ request: TransportRequest) {
        // What libcurl would add of its own for a body, and nobody asked for.
        var lines = ["Expect:"]
        if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
        for field in request.headers.fields where field.name.lowercased() != "content-length" {
            // A colon at the end would take the field out; a semicolon is for one without a value.
            lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        set(CURLOPT_HTTPHEADER, lines)
    }

    private func setVersion(_ manner: HTTP2Hosts.Manner) {
        switch manner {
        case .http1: set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        case .http2IfAgreed:
            set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
            // Rather a stream of the connection that is being made than another connection.
            set(CURLOPT_PIPEWAIT, true)
        case .http2NewConnection:
            set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
            set(CURLOPT_FRESH_CONNECT, true)
        case .http2OnConnection: set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_0)
        }
    }

    private func setConnection(_ request: TransportRequest, _ configuration: CurlTransport.Configuration) {
        if let seconds = configuration.connectTimeout {
            set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(max(seconds, 0.001), 1_000_000) * 1000))
        }
        if let bound = configuration.lowSpeed {
            set(CURLOPT_LOW_SPEED_LIMIT, max(0, bound.bytesPerSecond))
            set(CURLOPT_LOW_SPEED_TIME, max(1, bound.seconds))
        }
        switch configuration.proxy {
        case .environment where !configuration.addressPolicy.isPublicOnly: break
        case .environment, .none: set(CURLOPT_PROXY, "")
        case .url(let proxy): set(CURLOPT_PROXY, proxy)
        }
        if let host = request.url.host?.lowercased(), let addresses = configuration.resolve[host: host] {
            let port = request.url.port ?? (request.url.scheme?.lowercased() == "https" ? 443 : 80)
            set(CURLOPT_RESOLVE, ["\(host):\(port):\(addresses.joined(separator: ","))"])
        }
    }

    private func setSecurity(_ request: TransportRequest, _ security: CurlTransport.Security) {
        let host = request.url.host?.lowercased() ?? ""
        if let file = security.certificateAuthorities { set(CURLOPT_CAINFO, file.path) }
        if let certificate = security.clientCertificate {
            set(CURLOPT_SSLCERT, certificate.file.path)
            set(CURLOPT_SSLKEY, (certificate.keyFile ?? certificate.file).path)
            if let password = certificate.password { set(CURLOPT_KEYPASSWD, password) }
        }
        if let keys = security.pinnedPublicKeys[host: host] {
            set(CURLOPT_PINNEDPUBLICKEY, keys.map { "sha256//\($0)" }.joined(separator: ";"))
        }
        if security.trustedHosts.contains(where: { $0.lowercased() == host }) {
            set(CURLOPT_SSL_VERIFYPEER, false)
            set(CURLOPT_SSL_VERIFYHOST, false)
        }
    }
}

extension Dictionary where Key == String {
    /// The value for a host, given in lowercase; names of hosts have no case.
    fileprivate subscript(host host: String) -> Value? {
        first { $0.key.lowercased() == host }?.value
    }
}
