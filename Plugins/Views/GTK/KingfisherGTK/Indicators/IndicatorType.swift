public import KingfisherCore
public import KingfisherPipeline

/// What a view shows over its image while it waits.
public enum IndicatorType {
    /// Nothing.
    case none
    /// A `GtkSpinner`.
    case activity
    /// A `GtkProgressBar`, which fills where the total is known.
    case progress
    /// An image.
    case image(Image)
    /// Something of the program's own.
    case custom(indicator: any Indicator)
}

@MainActor
extension KingfisherWrapper where Base: ImageView {
    /// Which kind of indicator the view has. Of a view that is waiting, the old one gives way to the new one.
    public var indicatorType: IndicatorType {
        get {
            switch indicator {
            case nil: .none
            case is ActivityIndicator: .activity
            case is ProgressIndicator: .progress
            case let indicator as ImageIndicator: .image(indicator.image)
            case let indicator?: .custom(indicator: indicator)
            }
        }
        nonmutating set {
            indicator =
                switch newValue {
                case .none: nil
                case .activity: ActivityIndicator(in: base)
                case .progress: ProgressIndicator(in: base)
                case .image(let image): ImageIndicator(image, in: base)
                case .custom(let indicator): indicator
                }
        }
    }
}
