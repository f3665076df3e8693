/// Converts pixels that lie one behind the other.
protocol RowConversion: Sendable {
    /// Reads and writes `pixels` pixels; the two places do not overlap. Callable from several threads at once.
    func convert(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, pixels: Int)
}
