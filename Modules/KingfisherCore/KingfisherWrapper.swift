/// The namespace behind `.kf`: what this package adds to a type of somebody else's, without crowding its names.
public struct KingfisherWrapper<Base> {
    /// What `.kf` was asked of.
    public let base: Base

    /// Wraps a value.
    public init(_ base: Base) {
        self.base = base
    }
}

extension KingfisherWrapper: Sendable where Base: Sendable {}

/// A class with a `.kf` namespace.
public protocol KingfisherCompatible: AnyObject {}

extension KingfisherCompatible {
    /// What the package adds to this type.
    public var kf: KingfisherWrapper<Self> { KingfisherWrapper(self) }
}

/// A value type with a `.kf` namespace.
public protocol KingfisherCompatibleValue {}

extension KingfisherCompatibleValue {
    /// What the package adds to this type.
    public var kf: KingfisherWrapper<Self> { KingfisherWrapper(self) }
}
