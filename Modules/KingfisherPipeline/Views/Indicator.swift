/// Shows that a view waits for its image.
@MainActor
public protocol Indicator: AnyObject {
    /// The view begins to wait.
    func startAnimatingView()
    /// The view waits no longer.
    func stopAnimatingView()
    /// How much has been loaded, 0...1; told where the total is known.
    func show(progress: Double)
}

extension Indicator {
    /// Shows nothing of it.
    public func show(progress: Double) {}
}
