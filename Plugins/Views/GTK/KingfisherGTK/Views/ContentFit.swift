/// How an image is laid into a view of another shape.
public enum ContentFit: Int, Sendable {
    /// Over the whole view, whatever becomes of its proportions.
    case fill = 0
    /// As large as all of it can be seen.
    case contain = 1
    /// As small as it covers the whole view.
    case cover = 2
    /// As `contain`, but never larger than it is.
    case scaleDown = 3
}
