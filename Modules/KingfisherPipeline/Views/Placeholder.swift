public import KingfisherCore

/// What a view shows while it has no image: an image, or whatever a toolkit can lay into its view.
@MainActor
public protocol Placeholder {
    /// Shows it in the view.
    func add(to view: any ImageSettable)
    /// Takes it out of the view again.
    func remove(from view: any ImageSettable)
}

extension Image: Placeholder {
    /// Becomes the view's image.
    public func add(to view: any ImageSettable) {
        view.image = self
    }

    /// Leaves the view without an image.
    public func remove(from view: any ImageSettable) {
        view.image = nil
    }
}

extension ImageSettable {
    /// Exchanges what stands in for the image; without a new one the view is left empty.
    func replacePlaceholder(by placeholder: (any Placeholder)?) {
        imageSetting.placeholder?.remove(from: self)
        imageSetting.placeholder = placeholder
        if let placeholder {
            placeholder.add(to: self)
        } else {
            image = nil
        }
    }

    /// Makes room for an image. One that is a placeholder stays until the other takes its place, so that a transition
    /// has something to start from.
    func dropPlaceholder() {
        if !(imageSetting.placeholder is Image) { imageSetting.placeholder?.remove(from: self) }
        imageSetting.placeholder = nil
    }
}
