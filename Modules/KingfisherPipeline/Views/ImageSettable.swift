public import KingfisherCore

/// Something that shows an image: a widget of any toolkit, or a stand-in without a display.
///
/// All that a toolkit has to bring for `view.kf.setImage(…)`; which image belongs into the view at which time is decided
/// here, alike for all. Used on the main actor only.
@MainActor
public protocol ImageSettable: KingfisherCompatible {
    /// What is shown now; a placeholder that is an image counts. Setting it takes effect at once.
    var image: Image? { get set }

    /// What a load remembers of the view. Declare it as `let imageSetting = ImageSetting()`.
    var imageSetting: ImageSetting { get }

    /// Shows an image by a transition.
    /// - Parameter completion: To be called exactly once: when the transition has ended or something else is shown
    ///   before then.
    func show(
        _ image: Image, transition: ImageTransition, completion: @escaping @MainActor () -> Void)
}

extension ImageSettable {
    /// Shows it without a transition.
    public func show(
        _ image: Image, transition: ImageTransition, completion: @escaping @MainActor () -> Void
    ) {
        self.image = image
        completion()
    }
}
