import KingfisherCore
import Testing

@Suite("The address policy", .timeLimit(.minutes(1)))
struct AddressPolicyTests {
    private func refusal(_ policy: AddressPolicy, _ text: String) throws -> String? {
        policy.refusal(of: try #require(IPAddress(text)), port: 80, host: "example.test")
    }

    @Test(
        "each range that is not public is denied, at its first and last address",
        arguments: [
            ("0.0.0.0", "0.255.255.255", "this host"), ("10.0.0.0", "10.255.255.255", "private"),
            ("100.64.0.0", "100.127.255.255", "shared"), ("127.0.0.0", "127.255.255.255", "loopback"),
            ("169.254.0.0", "169.254.255.255", "link-local"), ("172.16.0.0", "172.31.255.255", "private"),
            ("192.0.0.0", "192.0.0.255", "reserved"), ("192.0.2.0", "192.0.2.255", "documentation"),
            ("192.31.196.0", "192.31.196.255", "reserved"), ("192.52.193.0", "192.52.193.255", "reserved"),
            ("192.88.99.0", "192.88.99.255", "reserved"), ("192.168.0.0", "192.168.255.255", "private"),
            ("192.175.48.0", "192.175.48.255", "reserved"), ("198.18.0.0", "198.19.255.255", "benchmarking"),
            ("198.51.100.0", "198.51.100.255", "documentation"),
            ("203.0.113.0", "203.0.113.255", "documentation"), ("224.0.0.0", "239.255.255.255", "multicast"),
            ("240.0.0.0", "255.255.255.255", "reserved"),
            ("169.254.169.254", "169.254.169.254", "cloud-metadata"),
            ("100.100.100.200", "100.100.100.200", "cloud-metadata"),
            ("168.63.129.16", "168.63.129.16", "cloud-metadata"),
            ("192.0.0.192", "192.0.0.192", "cloud-metadata"),
            ("fd00:ec2::254", "fd00:ec2::254", "cloud-metadata"),
            ("fd20:ce::254", "fd20:ce::254", "cloud-metadata"),
            ("::", "::", "unspecified"), ("::1", "::1", "loopback"),
            ("100::", "100::ffff:ffff:ffff:ffff", "reserved"),
            ("2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", "Teredo"),
            ("2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", "benchmarking"),
            ("2001:10::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
            ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"),
            ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"),
            ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "private"),
            ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "link-local"),
            ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "private"),
            ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast"),
            ("4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
            ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "reserved"),
            ("5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
        ])
    func ranges(first: String, last: String, kind: String) throws {
        for text in [first, last] {
            let refusal = try refusal(.publicOnly, text)
            #expect(refusal?.contains(kind) == true, "\(text): \(refusal ?? "allowed")")
            #expect(try self.refusal(.any, text) == nil)
        }
    }

    @Test(
        "IPv4 inside IPv6 is judged as what it stands for",
        arguments: [
            "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::127.0.0.1", "64:ff9b::169.254.169.254",
            "2002:7f00:1::", "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2a00:1450::200:5efe:192.168.0.1", "2a00:1450::5efe:127.0.0.1", "fe80::5efe:8.8.8.8",
        ])
    func embedded(text: String) throws {
        #expect(try refusal(.publicOnly, text) != nil)
    }

    @Test(
        "public addresses are allowed, those beside a denied range too",
        arguments: [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
            "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
            "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
            "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::1", "2001:200::1", "2001:db9::1",
            "2003::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
            "2a00:1450::200:5efe:8.8.8.8",
        ])
    func allowed(text: String) throws {
        #expect(try refusal(.publicOnly, text) == nil)
    }

    @Test("allowed hosts are reached wherever they are, by name or by name and port")
    func allowedHosts() throws {
        var policy = AddressPolicy.publicOnly
        policy.allowedHosts = ["images.internal", "127.0.0.1:8080", "[::1]"]
        let (private_, loopback) = (try #require(IPAddress("10.0.0.1")), try #require(IPAddress("127.0.0.1")))
        #expect(policy.refusal(of: private_, port: 80, host: "Images.Internal") == nil)
        #expect(policy.refusal(of: private_, port: 80, host: "other.internal") != nil)
        #expect(policy.refusal(of: loopback, port: 8080, host: "127.0.0.1") == nil)
        #expect(policy.refusal(of: loopback, port: 80, host: "127.0.0.1") != nil)
        #expect(policy.refusal(of: try #require(IPAddress("::1")), port: 80, host: "::1") == nil)
    }

    @Test("other ports than the allowed ones are denied, at allowed hosts and under any policy")
    func allowedPorts() throws {
        for base in [AddressPolicy.any, .publicOnly] {
            var policy = base
            policy.allowedPorts = [80, 443]
            policy.allowedHosts = ["a.test"]
            let address = try #require(IPAddress("8.8.8.8"))
            #expect(policy.refusal(of: address, port: 443, host: "a.test") == nil)
            #expect(policy.refusal(of: address, port: 22, host: "a.test")?.contains("22") == true)
        }
    }

    @Test("an address is its bytes and its usual text")
    func text() throws {
        #expect(IPAddress("192.0.2.1")?.bytes == [192, 0, 2, 1])
        #expect(IPAddress("2001:DB8::1")?.description == "2001:db8::1")
        #expect(IPAddress(bytes: [1, 2, 3, 4])?.description == "1.2.3.4")
        #expect(IPAddress(bytes: [1, 2, 3]) == nil)
        for text in ["", "1.2.3", "1.2.3.256", "example.org", "[::1]", "1.2.3.4 "] {
            #expect(IPAddress(text) == nil)
        }
    }
}
