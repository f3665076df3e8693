/// A closure that C holds and calls on the main thread.
@MainActor
final class Callback<Input> {
    private let body: @MainActor (Input) -> Bool

    init(_ body: @escaping @MainActor (Input) -> Bool) {
        self.body = body
    }

    /// A pointer that holds the closure until `release`.
    var retained: UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    func callAsFunction(_ input: Input) -> Bool {
        body(input)
    }
}

/// The callback behind a pointer that C gave back.
func callback<Input>(_ context: UnsafeMutableRawPointer?, of type: Input.Type) -> Callback<Input>? {
    context.map { Unmanaged<Callback<Input>>.fromOpaque($0).takeUnretainedValue() }
}

/// Lets go of what C held.
func releaseObject(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<AnyObject>.fromOpaque(context).release() }
}
