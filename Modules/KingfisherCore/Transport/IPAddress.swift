internal import Glibc

/// An address of IPv4 or IPv6.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in network byte order: 4 bytes or 16.
    public let bytes: [UInt8]

    /// Makes an address of 4 or 16 bytes; nil for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Makes an address of its usual text, for example `192.0.2.1` or `2001:db8::1`; nil where it is none.
    public init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    /// Whether this is an address of IPv4.
    public var isIPv4: Bool { bytes.count == 4 }

    /// The usual text.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = isIPv4 ? AF_INET : AF_INET6
        guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "\(bytes)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the first `length` bits are those of the other address, which is of the same kind.
    func isIn(_ network: IPAddress, length: Int) -> Bool {
        guard bytes.count == network.bytes.count else { return false }
        let (whole, rest) = (length / 8, length % 8)
        guard bytes[..<whole] == network.bytes[..<whole] else { return false }
        return rest == 0 || (bytes[whole] ^ network.bytes[whole]) >> UInt8(8 - rest) == 0
    }
}
