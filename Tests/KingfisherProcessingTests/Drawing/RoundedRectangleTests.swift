import Testing

@testable import KingfisherProcessing

@Suite(.timeLimit(.minutes(1)))
struct RoundedRectangleTests {
    struct Shape: Sendable {
        let left, top, right, bottom, radius: Double
        let corners: RectCorner

        var rectangle: RoundedRectangle {
            RoundedRectangle(
                left: left, top: top, right: right, bottom: bottom, radius: radius, corners: corners)
        }

        /// Whether a point lies inside, by its distance from the circle's centre.
        func contains(_ x: Double, _ y: Double) -> Bool {
            guard x >= left, x <= right, y >= top, y <= bottom else { return false }
            let corner: RectCorner =
                y < (top + bottom) / 2
                ? (x < (left + right) / 2 ? .topLeft : .topRight)
                : (x < (left + right) / 2 ? .bottomLeft : .bottomRight)
            let dx = radius - min(x - left, right - x)
            let dy = radius - min(y - top, bottom - y)
            return !corners.contains(corner) || dx <= 0 || dy <= 0 || dx * dx + dy * dy <= radius * radius
        }
    }

    private static let shapes = [
        Shape(left: 0, top: 0, right: 20, bottom: 14, radius: 5, corners: .all),
        Shape(left: 0, top: 0, right: 20, bottom: 14, radius: 0.6, corners: .all),
        Shape(left: 0, top: 0, right: 15, bottom: 15, radius: 7.5, corners: .all),
        Shape(left: 0, top: 0, right: 20, bottom: 14, radius: 6.25, corners: [.topRight, .bottomLeft]),
        Shape(left: 1.5, top: 2.25, right: 17.25, bottom: 13.5, radius: 4.3, corners: .all),
        Shape(left: 0, top: 0, right: 1, bottom: 1, radius: 0.5, corners: .all),
    ]

    @Test("Every pixel's coverage is the share of 64 x 64 points in it that lie inside", arguments: shapes)
    func coverage(shape: Shape) {
        let side = 64
        for y in 0..<16 {
            let row = shape.rectangle.coverage(row: y, width: 21)
            for x in 0..<21 {
                var inside = 0
                for point in 0..<side * side {
                    let px = Double(x) + (Double(point % side) + 0.5) / Double(side)
                    let py = Double(y) + (Double(point / side) + 0.5) / Double(side)
                    if shape.contains(px, py) { inside += 1 }
                }
                #expect(abs(row[x] - Float(inside) / Float(side * side)) < 0.008, "\(x), \(y)")
            }
        }
    }

    @Test("All coverage together is the area of the rectangle less what four corners lose")
    func area() {
        let radius = 37.7
        let shape = RoundedRectangle(
            left: 0, top: 0, right: 200, bottom: 100, radius: radius, corners: .all)
        let sum = (0..<100).reduce(0.0) { sum, y in
            sum + shape.coverage(row: y, width: 200).reduce(0.0) { $0 + Double($1) }
        }
        #expect(abs(sum - (20_000 - (4 - Double.pi) * radius * radius)) < 0.01)
    }

    @Test("Rows said to be full are covered everywhere")
    func full() {
        let shape = RoundedRectangle(
            left: 0, top: 0, right: 20, bottom: 30, radius: 6.5, corners: [.topLeft])
        let full = (0..<30).filter { shape.isFull(row: $0, width: 20) }
        #expect(full == Array(7..<30))
        for y in full { #expect(shape.coverage(row: y, width: 20).allSatisfy { $0 == 1 }) }
    }
}
