import KingfisherCore

/// One step that `get` applies to an image.
enum ProcessingStep: Equatable, Sendable {
    /// Takes one frame of an animation, counted from 0.
    case frame(Int)
    /// Makes the image fit a size, cover it, or be it.
    case resize(Resize)
    /// Cuts a part out.
    case crop(Crop)
    /// Converts the pixels to sRGB.
    case srgb
    /// Lays transparent parts on a colour.
    case background(RGBColor)

    struct Resize: Equatable, Sendable {
        /// Pixels; nil follows from the height and the image's shape.
        var width: Int?
        /// Pixels; nil follows from the width and the image's shape.
        var height: Int?
        var mode: Mode
        /// Whether an image may become larger than it is.
        var enlarges: Bool
    }

    enum Mode: String, CaseIterable, Sendable {
        /// Keeps the shape, inside the size.
        case fit
        /// Keeps the shape, covering the size.
        case fill
        /// Takes the size, whatever the shape.
        case stretch
    }

    struct Crop: Equatable, Sendable {
        let width: Int
        let height: Int
        /// Where the part lies: 0 is left or top, 1 right or bottom.
        let anchorX: Double
        let anchorY: Double
    }
}

extension ProcessingStep.Crop {
    /// Parses `WxH[@AX,AY]`.
    init(_ text: String) throws(UsageError) {
        let expected = "write it as 300x200 or 300x200@0.5,0 (the anchor from 0 to 1)"
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let size = try Values.size(parts.first ?? "", for: "crop")
        guard let width = size.width, let height = size.height else {
            throw UsageError("--crop '\(text)' needs both a width and a height", hint: expected)
        }
        var anchor = [0.5, 0.5]
        if parts.count == 2 {
            anchor = parts[1].split(separator: ",", omittingEmptySubsequences: false)
                .compactMap { Values.decimal(String($0)) }
            guard anchor.count == 2, parts[1].filter({ $0 == "," }).count == 1,
                anchor.allSatisfy({ 0...1 ~= $0 })
            else { throw UsageError("--crop '\(text)' has no valid anchor", hint: expected) }
        }
        self.init(width: width, height: height, anchorX: anchor[0], anchorY: anchor[1])
    }
}
