public import Foundation
public import KingfisherCore

extension CGSize {
    /// The size maths of this library.
    public var kf: KingfisherWrapper<CGSize> { KingfisherWrapper(self) }
}

extension KingfisherWrapper<CGSize> {
    /// The size that something of this size takes in a box: the box itself, the largest inside it, or the smallest covering it.
    ///
    /// The side that follows from the shape is rounded to a whole number.
    public func resize(to size: CGSize, for contentMode: ContentMode) -> CGSize {
        switch contentMode {
        case .none: size
        case .aspectFit: constrained(size)
        case .aspectFill: filling(size)
        }
    }

    /// The largest size of this shape that lies inside the box; the side that follows is rounded.
    public func constrained(_ size: CGSize) -> CGSize {
        let width = (ratio * size.height).rounded()
        return width > size.width
            ? CGSize(width: size.width, height: (size.width / ratio).rounded())
            : CGSize(width: width, height: size.height)
    }

    /// The smallest size of this shape that covers the box; the side that follows is rounded.
    public func filling(_ size: CGSize) -> CGSize {
        let width = (ratio * size.height).rounded()
        return width < size.width
            ? CGSize(width: size.width, height: (size.width / ratio).rounded())
            : CGSize(width: width, height: size.height)
    }

    /// Where a part of that size lies within this one, as far as it fits.
    /// - Parameters:
    ///   - size: The size of the part.
    ///   - anchor: The point that both have in common, in fractions of their sides; brought into 0...1.
    public func constrainedRect(for size: CGSize, anchor: CGPoint) -> CGRect {
        let x = anchor.x.fraction * (base.width - size.width)
        let y = anchor.y.fraction * (base.height - size.height)
        return CGRect(origin: CGPoint(x: x, y: y), size: size).intersection(CGRect(origin: .zero, size: base))
    }

    /// Width by height; 1 where that says nothing.
    private var ratio: CGFloat {
        base.width > 0 && base.height > 0 ? base.width / base.height : 1
    }
}
