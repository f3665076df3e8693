internal import KingfisherCore

extension HTTPHeaders {
    /// The fields as they stand on the wire, one `Name: value` with CR LF a line.
    var wireText: String {
        fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    }
}
