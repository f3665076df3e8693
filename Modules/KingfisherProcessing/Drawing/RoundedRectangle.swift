import Foundation

/// A rectangle with circular corners, and how much of each pixel it covers: areas, computed exactly.
struct RoundedRectangle: Sendable {
    /// In pixels.
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double
    private let radius: Double
    private let corners: RectCorner

    /// - Parameters:
    ///   - radius: Of the corners named, in pixels; brought into what two corners leave room for on the shorter side.
    ///   - corners: Which corners are round.
    init(
        left: Double, top: Double, right: Double, bottom: Double, radius: Double, corners: RectCorner
    ) {
        self.left = left
        self.top = top
        self.right = max(right, left)
        self.bottom = max(bottom, top)
        self.radius = min(max(radius, 0), (self.right - left) / 2, (self.bottom - top) / 2)
        self.corners = corners
    }

    /// The rectangle made smaller on all sides, its corners with the same centres.
    func inset(by width: Double) -> RoundedRectangle {
        RoundedRectangle(
            left: left + width, top: top + width, right: right - width, bottom: bottom - width,
            radius: radius - width, corners: corners)
    }

    /// Whether every pixel of the row is covered, in an image of that width.
    func isFull(row y: Int, width: Int) -> Bool {
        let isWhole = left <= 0 && right >= Double(width) && top <= Double(y) && bottom >= Double(y + 1)
        let (hasTop, hasBottom) = (
            !corners.isDisjoint(with: [.topLeft, .topRight]),
            !corners.isDisjoint(with: [.bottomLeft, .bottomRight])
        )
        return isWhole && (!hasTop || Double(y) >= top + radius)
            && (!hasBottom || Double(y + 1) <= bottom - radius)
    }

    /// The covered part of every pixel in a row, 0...1.
    func coverage(row y: Int, width: Int) -> [Float] {
        let rows = max(min(Double(y + 1), bottom) - max(Double(y), top), 0)
        var result = (0..<width).map { x in
            Float(rows * max(min(Double(x + 1), right) - max(Double(x), left), 0))
        }
        guard rows > 0, radius > 0 else { return result }
        for (corner, isRight, isBottom) in [
            (RectCorner.topLeft, false, false), (.topRight, true, false), (.bottomLeft, false, true),
            (.bottomRight, true, true),
        ] where corners.contains(corner) {
            // Distances from the two sides that meet in the corner.
            let near = isBottom ? bottom - Double(y + 1) : Double(y) - top
            guard near < radius else { continue }
            let first = Int(isRight ? (right - radius).rounded(.down) : max(left.rounded(.down), 0))
            let last = Int(isRight ? right.rounded(.up) : (left + radius).rounded(.up))
            for x in max(first, 0)..<min(last, width) {
                let beside = isRight ? right - Double(x + 1) : Double(x) - left
                result[x] -= Float(cutArea(from: beside, near))
            }
        }
        return result.map { min(max($0, 0), 1) }
    }

    /// The area of a pixel between a corner and its circle.
    /// - Parameters:
    ///   - beside: How far the pixel's near edge is from the corner's vertical side; below 0 where it begins outside.
    ///   - near: The same for the horizontal side.
    private func cutArea(from beside: Double, _ near: Double) -> Double {
        // Distances from the circle's centre, where the square that the corner takes ends at 0.
        let (farX, nearX) = (radius - max(beside, 0), max(radius - beside - 1, 0))
        let (farY, nearY) = (radius - max(near, 0), max(radius - near - 1, 0))
        guard farX > nearX, farY > nearY, farX * farX + farY * farY > radius * radius else { return 0 }
        let whole = (farX - nearX) * (farY - nearY)
        if nearX * nearX + nearY * nearY >= radius * radius { return whole }
        let inside =
            discArea(farX, farY) - discArea(nearX, farY) - discArea(farX, nearY) + discArea(nearX, nearY)
        return max(whole - inside, 0)
    }

    /// The area that the circle around the origin shares with the rectangle from the origin to that point.
    private func discArea(_ x: Double, _ y: Double) -> Double {
        guard x > 0, y > 0 else { return 0 }
        if x * x + y * y <= radius * radius { return x * y }
        let flat = max(radius * radius - y * y, 0).squareRoot()
        return flat * y + segment(x) - segment(flat)
    }

    /// The area under the circle from 0 to x: the integral of `sqrt(r² - t²)`.
    private func segment(_ x: Double) -> Double {
        let x = min(x, radius)
        return (x * max(radius * radius - x * x, 0).squareRoot() + radius * radius * asin(x / radius)) / 2
    }
}
