/// How an image and the box it is resized for relate.
public enum ContentMode: String, Hashable, Sendable {
    /// The image takes the size of the box; its shape is not kept.
    case none
    /// The image keeps its shape and lies within the box, touching it on two sides.
    case aspectFit
    /// The image keeps its shape and covers the box; nothing is cut off.
    case aspectFill
}
