/// The addresses that are no public hosts, by the special-purpose registries of IANA (RFC 6890 and its successors), and
/// what clouds serve their secrets at.
enum SpecialAddress {
    private struct Network: Sendable {
        let network: IPAddress
        let length: Int
        let kind: String
    }

    /// What kind of address it is, unless it is a public one.
    static func reason(for address: IPAddress) -> String? {
        if let kind = kind(of: address, among: address.isIPv4 ? ipv4 : ipv6) { return kind }
        guard !address.isIPv4 else { return nil }
        if let (inner, form) = embedded(in: address) {
            return reason(for: inner).map { "\(form) of \(inner), \($0)" }
        }
        return address.isIn(globalUnicast, length: 3) ? nil : "a reserved address"
    }

    private static func kind(of address: IPAddress, among networks: [Network]) -> String? {
        networks.first { address.isIn($0.network, length: $0.length) }?.kind
    }

    /// The IPv4 address that stands for the host within one of IPv6, and the form that holds it.
    private static func embedded(in address: IPAddress) -> (IPAddress, String)? {
        let bytes = address.bytes
        func inner(_ start: Int, _ form: String) -> (IPAddress, String)? {
            IPAddress(bytes: Array(bytes[start..<start + 4])).map { ($0, form) }
        }
        if address.isIn(mapped, length: 96) { return inner(12, "the IPv4-mapped form") }
        if address.isIn(compatible, length: 96) { return inner(12, "the IPv4-compatible form") }
        if address.isIn(translated, length: 96) { return inner(12, "the NAT64 form") }
        if address.isIn(sixToFour, length: 16) { return inner(2, "the 6to4 form") }
        // The interface identifier of RFC 5214, whatever the network before it.
        let isISATAP = (bytes[8] | 2) == 2 && bytes[9] == 0 && bytes[10] == 0x5e && bytes[11] == 0xfe
        return isISATAP ? inner(12, "the ISATAP form") : nil
    }

    private static let globalUnicast = network("2000::", 3, "").network
    private static let mapped = network("::ffff:0.0.0.0", 96, "").network
    private static let compatible = network("::", 96, "").network
    private static let translated = network("64:ff9b::", 96, "").network
    private static let sixToFour = network("2002::", 16, "").network

    private static let ipv4: [Network] = [
        network("169.254.169.254", 32, "a cloud-metadata address"),
        network("100.100.100.200", 32, "a cloud-metadata address"),
        network("168.63.129.16", 32, "a cloud-metadata address"),
        network("192.0.0.192", 32, "a cloud-metadata address"),
        network("0.0.0.0", 8, "an address of this host"),
        network("10.0.0.0", 8, "a private address"),
        network("100.64.0.0", 10, "a shared address"),
        network("127.0.0.0", 8, "a loopback address"),
        network("169.254.0.0", 16, "a link-local address"),
        network("172.16.0.0", 12, "a private address"),
        network("192.0.0.0", 24, "a reserved address"),
        network("192.0.2.0", 24, "a documentation address"),
        network("192.31.196.0", 24, "a reserved address"),
        network("192.52.193.0", 24, "a reserved address"),
        network("192.88.99.0", 24, "a reserved address"),
        network("192.168.0.0", 16, "a private address"),
        network("192.175.48.0", 24, "a reserved address"),
        network("198.18.0.0", 15, "a benchmarking address"),
        network("198.51.100.0", 24, "a documentation address"),
        network("203.0.113.0", 24, "a documentation address"),
        network("224.0.0.0", 4, "a multicast address"),
        network("240.0.0.0", 4, "a reserved address"),
    ]

    private static let ipv6: [Network] = [
        network("fd00:ec2::254", 128, "a cloud-metadata address"),
        network("fd20:ce::254", 128, "a cloud-metadata address"),
        network("::", 128, "the unspecified address"),
        network("::1", 128, "a loopback address"),
        network("100::", 64, "a reserved address"),
        network("2001::", 32, "a Teredo address"),
        network("2001:2::", 48, "a benchmarking address"),
        network("2001::", 23, "a reserved address"),
        network("2001:db8::", 32, "a documentation address"),
        network("3fff::", 20, "a documentation address"),
        network("fc00::", 7, "a private address"),
        network("fe80::", 10, "a link-local address"),
        network("fec0::", 10, "a private address"),
        network("ff00::", 8, "a multicast address"),
    ]

    private static func network(_ text: String, _ length: Int, _ kind: String) -> Network {
        guard let address = IPAddress(text) else { preconditionFailure("\(text) is no address") }
        return Network(network: address, length: length, kind: kind)
    }
}
