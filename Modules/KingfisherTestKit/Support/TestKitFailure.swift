/// What a conformance suite or a test helper throws when something is not as it should be.
///
/// It belongs to no test framework: any framework that reports a thrown error shows the description.
public struct TestKitFailure: Error, Sendable, CustomStringConvertible {
    /// A sentence that says what was expected and what was seen.
    public let description: String

    /// Makes a failure out of a sentence that says what was expected and what was seen.
    public init(_ description: String) {
        self.description = description
    }
}
