internal import Foundation
public import KingfisherCore

/// Colour profiles that are formally sound and say nothing: a header and an empty table of tags.
public enum TestProfile {
    /// A profile for the given kind of pixels, 132 bytes.
    ///
    /// Source of the layout: ICC.1:2022, section 7.2.
    /// - Returns: nil should the core find fault with it.
    public static func make(_ colorSpace: ICCProfile.ColorSpace) -> ICCProfile? {
        var bytes = [UInt8](repeating: 0, count: 132)
        put(132, at: 0, in: &bytes)
        put(0x0240_0000, at: 8, in: &bytes)
        put(ascii: "mntr", at: 12, in: &bytes)
        put(colorSpace.rawValue, at: 16, in: &bytes)
        put(ascii: "XYZ ", at: 20, in: &bytes)
        put(ascii: "acsp", at: 36, in: &bytes)
        // The D50 illuminant, which every profile states.
        put(0x0000_F6D6, at: 68, in: &bytes)
        put(0x0001_0000, at: 72, in: &bytes)
        put(0x0000_D32D, at: 76, in: &bytes)
        return ICCProfile(Data(bytes))
    }

    private static func put(_ value: UInt32, at offset: Int, in bytes: inout [UInt8]) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
    }

    private static func put(ascii text: String, at offset: Int, in bytes: inout [UInt8]) {
        for (index, character) in text.utf8.enumerated() { bytes[offset + index] = character }
    }
}
