/// How a source is laid over a backdrop: the operators of T. Porter and T. Duff, "Compositing Digital Images" (1984), and their sum.
public enum CompositingOperation: String, CaseIterable, Hashable, Sendable {
    /// Nothing remains.
    case clear
    /// The source alone.
    case copy
    /// The backdrop alone.
    case destination
    /// The source over the backdrop.
    case sourceOver
    /// The backdrop over the source.
    case destinationOver
    /// The source where the backdrop is.
    case sourceIn
    /// The backdrop where the source is.
    case destinationIn
    /// The source where the backdrop is not.
    case sourceOut
    /// The backdrop where the source is not.
    case destinationOut
    /// The source over the backdrop, where the backdrop is.
    case sourceAtop
    /// The backdrop over the source, where the source is.
    case destinationAtop
    /// Each where the other is not.
    case xor
    /// The sum of both, clamped.
    case plusLighter

    /// The share of one side, by the other's alpha.
    struct Share: Sendable {
        let constant: Float
        let byAlpha: Float

        static let none = Share(constant: 0, byAlpha: 0)
        static let all = Share(constant: 1, byAlpha: 0)
        static let inside = Share(constant: 0, byAlpha: 1)
        static let outside = Share(constant: 1, byAlpha: -1)
    }

    /// What of the source and what of the backdrop remains: Porter and Duff's fractions.
    var shares: (source: Share, backdrop: Share) {
        switch self {
        case .clear: (.none, .none)
        case .copy: (.all, .none)
        case .destination: (.none, .all)
        case .sourceOver: (.all, .outside)
        case .destinationOver: (.outside, .all)
        case .sourceIn: (.inside, .none)
        case .destinationIn: (.none, .inside)
        case .sourceOut: (.outside, .none)
        case .destinationOut: (.none, .outside)
        case .sourceAtop: (.inside, .outside)
        case .destinationAtop: (.outside, .inside)
        case .xor: (.outside, .outside)
        case .plusLighter: (.all, .all)
        }
    }
}
