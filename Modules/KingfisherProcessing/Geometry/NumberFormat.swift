import Foundation

/// How numbers are written in identifiers and messages, the same in every locale and release.
enum NumberFormat {
    /// Without a fraction where there is none, else with the fewest digits that tell the value from its neighbours.
    static func short(_ number: CGFloat) -> String {
        let number = Double(number)
        guard number == number.rounded(), abs(number) < 1e15 else { return number.description }
        return String(Int(number))
    }

    /// Width and height, as in `400x300`.
    static func size(_ size: CGSize) -> String {
        "\(short(size.width))x\(short(size.height))"
    }
}
