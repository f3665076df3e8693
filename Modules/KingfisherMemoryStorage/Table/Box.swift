/// Holds a value of any type, so that tables of values need not be generic.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
