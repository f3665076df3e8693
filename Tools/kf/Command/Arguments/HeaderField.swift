/// A header field for the requests, as given by `--header`.
struct HeaderField: Equatable, Sendable {
    let name: String
    let value: String

    /// Fields that belong to the connection; a caller's value would make the request ill-formed.
    private static let reserved: Set<String> = [
        "connection", "content-length", "host", "transfer-encoding", "upgrade",
    ]

    /// Parses `Name: value`.
    init(_ text: String) throws(UsageError) {
        guard let colon = text.firstIndex(of: ":") else {
            throw UsageError("--header '\(text)' has no colon", hint: "write it as 'Name: value'")
        }
        let name = String(text[..<colon])
        // The token of RFC 9110 section 5.6.2.
        let isToken =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        guard isToken else {
            throw UsageError("--header '\(text)' has no valid name", hint: "write it as 'Name: value'")
        }
        guard !Self.reserved.contains(name.lowercased()) else {
            throw UsageError("--header cannot set \(name); the connection sets it itself")
        }
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }) else {
            throw UsageError("--header '\(name)' has a line break or another control character in its value")
        }
        self.name = name
        self.value = String(value)
    }
}
