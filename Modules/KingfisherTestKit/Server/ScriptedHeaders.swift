/// An ordered list of HTTP header fields whose names compare without regard to case.
public struct ScriptedHeaders: Sendable, ExpressibleByDictionaryLiteral {
    private var fields: [(name: String, value: String)] = []

    /// Makes a list from a literal; order and repeated names are kept.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The first value of a field. Setting replaces every field of that name, setting nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.same($0.name, name) }?.value }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    /// Appends a field, beside any other of the same name.
    public mutating func add(_ name: String, _ value: String) {
        fields.append((name, value))
    }

    /// Every value of a field, in order.
    public func values(of name: String) -> [String] {
        fields.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// The fields as they stand on the wire, one `Name: value` with CR LF a line.
    var wireText: String {
        fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    }

    private static func same(_ one: String, _ other: String) -> Bool {
        one.lowercased() == other.lowercased()
    }
}
