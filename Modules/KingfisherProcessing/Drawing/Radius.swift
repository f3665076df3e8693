public import Foundation
import KingfisherCore

/// The radius of corners: a length, or a part of the image's width or height.
public enum Radius: Hashable, Sendable {
    /// A part of the width: 0.5 makes a circle of a square.
    case widthFraction(CGFloat)
    /// A part of the height.
    case heightFraction(CGFloat)
    /// Points, which are pixels unless the load has a `scaleFactor`.
    case point(CGFloat)

    /// The part or the length.
    var value: CGFloat {
        switch self {
        case .widthFraction(let value), .heightFraction(let value), .point(let value): value
        }
    }

    /// What identifiers say: `w_frac_0.5`, `h_frac_0.5`, `20`.
    var identifier: String {
        switch self {
        case .widthFraction(let value): "w_frac_\(NumberFormat.short(value))"
        case .heightFraction(let value): "h_frac_\(NumberFormat.short(value))"
        case .point(let value): NumberFormat.short(value)
        }
    }

    /// The radius in pixels.
    /// - Throws: `PluginError` with `.invalidValue` for what is below 0 or no finite number.
    func pixels(width: Int, height: Int, scale: CGFloat, owner: String) throws(PluginError) -> Double {
        guard value.isFinite, value >= 0 else {
            throw PluginError(
                .invalidValue, pluginID: "processing",
                message: "\(owner) cannot round corners by \(NumberFormat.short(value)); "
                    + "give a radius from 0.")
        }
        return switch self {
        case .widthFraction(let part): Double(part) * Double(width)
        case .heightFraction(let part): Double(part) * Double(height)
        case .point(let points): Double(points * scale)
        }
    }
}
