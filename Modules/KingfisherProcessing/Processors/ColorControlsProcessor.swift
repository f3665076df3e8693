import Foundation
public import KingfisherCore

/// Changes saturation, contrast, brightness and exposure, in that order; see `PixelBuffer.adjusted` for the formulas.
public struct ColorControlsProcessor: InPlaceImageProcessor {
    /// Added, in fractions of white; 0 changes nothing.
    public let brightness: Double
    /// Multiplies the distance from middle gray; 1 changes nothing.
    public let contrast: Double
    /// From 0, gray, over 1, which changes nothing, to stronger colours.
    public let saturation: Double
    /// Stops of light; 0 changes nothing.
    public let inputEV: Double
    /// Names the four values.
    public let identifier: String

    /// Makes a processor; a value that is not a finite number fails when an image is processed.
    public init(brightness: Double, contrast: Double, saturation: Double, inputEV: Double) {
        self.brightness = brightness
        self.contrast = contrast
        self.saturation = saturation
        self.inputEV = inputEV
        let values = [brightness, contrast, saturation, inputEV].map { NumberFormat.short(CGFloat($0)) }
        identifier =
            "com.onevcat.Kingfisher.ColorControlsProcessor(\(values.joined(separator: "_")))"
    }

    /// Changes the image.
    /// - Throws: `PluginError` with `.invalidValue` for a value that is not finite, or `.outOfMemory`; or
    ///   `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        guard [brightness, contrast, saturation, inputEV].allSatisfy(\.isFinite) else {
            throw PluginError(
                .invalidValue, pluginID: "processing",
                message: "ColorControlsProcessor has a value that is no finite number; "
                    + "brightness 0, contrast 1, saturation 1 and inputEV 0 change nothing.")
        }
        return try (consume image).changingPixels { pixels in
            try (consume pixels).adjusted(
                brightness: brightness, contrast: contrast, saturation: saturation, exposure: inputEV)
        }
    }
}

extension PluginError.Code {
    /// A number that a processor cannot work with.
    public static let invalidValue = Self(rawValue: "invalidValue")
}
