/// A value that can be found again as long as somebody holds it, without being held for that.
///
/// A memory storage finds such a value after it had to go, instead of a second copy being made of it.
public protocol WeaklyFindable: Sendable {
    /// A closure that gives an equal value as long as somebody holds what makes it large, and nil afterwards; nil where
    /// that cannot be told. Called on any thread.
    func weakForm() -> (@Sendable () -> Self?)?
}

extension WeaklyFindable where Self: AnyObject {
    /// A weak reference.
    public func weakForm() -> (@Sendable () -> Self?)? {
        { [weak self] in self }
    }
}

extension Image: WeaklyFindable {
    /// Finds a still image by its pixels; nil for an animation, whose frame source may be a value.
    public func weakForm() -> (@Sendable () -> Image?)? {
        guard frames == nil else { return nil }
        let findPixels = pixels.weakForm()
        return { [scale, metadata, isPartial] in
            findPixels().map { Image(pixels: $0, scale: scale, metadata: metadata, isPartial: isPartial) }
        }
    }
}
