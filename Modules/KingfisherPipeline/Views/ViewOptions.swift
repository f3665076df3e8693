public import KingfisherCore

extension KingfisherOptionsInfoItem {
    /// How a view comes to show an image that no cache had; `.none` unless set.
    public static func transition(_ value: ImageTransition) -> Self { Self { $0.transition = value } }

    /// Uses the transition for images out of a cache as well.
    public static var forceTransition: Self { Self { $0.forceTransition = true } }
}

extension KingfisherParsedOptionsInfo {
    /// How a view comes to show an image that no cache had.
    public var transition: ImageTransition {
        get { self[TransitionKey.self] }
        set { self[TransitionKey.self] = newValue }
    }

    /// Whether the transition is used for images out of a cache as well.
    public var forceTransition: Bool {
        get { self[ForceTransitionKey.self] }
        set { self[ForceTransitionKey.self] = newValue }
    }
}

private enum TransitionKey: OptionKey {
    static var defaultValue: ImageTransition { .none }
    static var sharesLoads: Bool { true }
}

private enum ForceTransitionKey: OptionKey {
    static var defaultValue: Bool { false }
    static var sharesLoads: Bool { true }
}
