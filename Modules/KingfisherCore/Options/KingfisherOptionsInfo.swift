/// Options of a load; of two that set the same thing, the later wins.
public typealias KingfisherOptionsInfo = [KingfisherOptionsInfoItem]

/// One option.
///
/// An open set: each module, and each plugin, adds its own as static members, written as `.processor(…)`.
public struct KingfisherOptionsInfoItem: Sendable {
    let apply: @Sendable (inout KingfisherParsedOptionsInfo) -> Void

    /// Makes an option from what it sets.
    public init(_ apply: @escaping @Sendable (inout KingfisherParsedOptionsInfo) -> Void) {
        self.apply = apply
    }
}

/// Names an option that a module or plugin adds to `KingfisherParsedOptionsInfo`.
public protocol OptionKey: Sendable {
    /// What the option holds.
    associatedtype Value: Sendable
    /// What it holds when nothing was set.
    static var defaultValue: Value { get }
    /// Whether loads for which the option is set may be shared: true only where it cannot change what a load does, or
    /// the pipeline compares it. What changes pixels is named by a processor's identifier, as cached images are.
    static var sharesLoads: Bool { get }
}

extension OptionKey {
    /// No: nothing is known of what the option does.
    public static var sharesLoads: Bool { false }
}
