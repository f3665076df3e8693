import Foundation

/// A colour with opacity, in the colour space of the pixels it meets; its components are straight.
public struct RGBAColor: Hashable, Sendable {
    /// Red, 0...1.
    public let red: Double
    /// Green, 0...1.
    public let green: Double
    /// Blue, 0...1.
    public let blue: Double
    /// Opacity, from 0, invisible, to 1, opaque.
    public let alpha: Double

    /// Makes a colour; components are brought into 0...1, and what is not a number becomes 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = Self.fraction(red)
        self.green = Self.fraction(green)
        self.blue = Self.fraction(blue)
        self.alpha = Self.fraction(alpha)
    }

    /// White.
    public static let white = RGBAColor(red: 1, green: 1, blue: 1)
    /// Black.
    public static let black = RGBAColor(red: 0, green: 0, blue: 0)
    /// Nothing: black without opacity.
    public static let clear = RGBAColor(red: 0, green: 0, blue: 0, alpha: 0)

    /// Whether red, green and blue are equal.
    public var isGray: Bool { red == green && green == blue }

    /// The components in identifiers, exact, unlike Kingfisher's two digits: `1,0.25,0,0.5`.
    var identifier: String {
        [red, green, blue, alpha].map { NumberFormat.short(CGFloat($0)) }.joined(separator: ",")
    }

    private static func fraction(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, 0), 1)
    }
}
