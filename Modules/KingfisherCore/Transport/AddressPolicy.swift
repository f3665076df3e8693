/// Which addresses a transport may connect to.
///
/// It is asked with the address itself, when the connection is made: what name led there, and whether by a redirect, does
/// not matter. A transport that takes one checks every connection.
public struct AddressPolicy: Hashable, Sendable {
    /// Every address: for programs that act for the person before them.
    public static let any = AddressPolicy(isPublicOnly: false)

    /// Public addresses only: for servers that fetch what strangers name.
    ///
    /// Denies loopback, private, shared, link-local, multicast, documentation, benchmarking, reserved and cloud-metadata
    /// addresses of IPv4 and IPv6, and those of IPv4 inside of IPv6.
    public static let publicOnly = AddressPolicy(isPublicOnly: true)

    /// Whether public addresses alone may be reached.
    public let isPublicOnly: Bool
    /// Hosts that may be reached wherever they are, as a URL names them, in lowercase: `images.internal`, or for one port
    /// alone `127.0.0.1:8080`. IPv6 addresses are in brackets.
    public var allowedHosts: Set<String> = []
    /// The ports that may be reached, at allowed hosts too; nil for every port.
    public var allowedPorts: Set<Int>?

    private init(isPublicOnly: Bool) {
        self.isPublicOnly = isPublicOnly
    }

    /// Why a connection is denied, as the end of a sentence; nil where it is allowed.
    /// - Parameters:
    ///   - address: The address that is about to be connected to.
    ///   - port: Its port.
    ///   - host: The host that the URL names.
    public func refusal(of address: IPAddress, port: Int, host: String) -> String? {
        if let allowedPorts, !allowedPorts.contains(port) {
            return "the port \(port) is not among those allowed"
        }
        guard isPublicOnly, !isAllowed(host, port: port) else { return nil }
        return SpecialAddress.reason(for: address).map { "it is \($0)" }
    }

    private func isAllowed(_ host: String, port: Int) -> Bool {
        var host = host.lowercased()
        if host.contains(":"), !host.hasPrefix("[") { host = "[\(host)]" }
        return allowedHosts.contains(host) || allowedHosts.contains("\(host):\(port)")
    }
}
