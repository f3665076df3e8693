internal import KingfisherCore

/// An image of a file as its tables describe it, with the images it is made of; no coded data is read yet.
struct ItemImage: Sendable {
    let id: UInt32
    let source: Source
    /// The size before the steps.
    let width: Int
    let height: Int
    /// How it is turned and cropped, in order.
    let steps: [Transformation]
    /// The code points that `colr` states.
    let colors: ColorCodePoints?
    let isMonochrome: Bool
    /// Bits of a sample.
    let bitDepth: Int
    /// The image whose brightness is the transparency of this one.
    let alpha: Shared?
    /// Whether colour has been multiplied by alpha.
    let isPremultiplied: Bool

    /// What an image is made of.
    enum Source: Sendable {
        /// Coded data.
        case coded(Codec)
        /// Images of one size side by side, row by row.
        case grid(columns: Int, tiles: [ItemImage])
        /// Images over each other on a background.
        case overlay(background: [UInt16], layers: [Layer])
        /// Another image as it is.
        case same(Shared)
    }

    /// How coded data are to be read.
    enum Codec: Sendable {
        case hevc(HEVCConfiguration)
        /// With the bytes of the item to decode: those up to the layer to show. nil for all.
        case av1(AV1Configuration, length: Int?)
    }

    /// An image of an overlay and where its corner lies.
    struct Layer: Sendable {
        let image: ItemImage
        let x: Int
        let y: Int
    }

    /// An image that another one refers to.
    final class Shared: Sendable {
        let image: ItemImage

        init(_ image: ItemImage) {
            self.image = image
        }
    }

    /// The code points that this image states, or the first image that it is made of.
    var statedColors: ColorCodePoints? {
        if let colors { return colors }
        return switch source {
        case .coded: nil
        case .grid(_, let tiles): tiles.first?.statedColors
        case .overlay(_, let layers): layers.first?.image.statedColors
        case .same(let shared): shared.image.statedColors
        }
    }

    /// Whether any pixel can be transparent.
    var hasAlpha: Bool {
        if alpha != nil { return true }
        return switch source {
        case .coded: false
        case .grid(_, let tiles): tiles.allSatisfy(\.hasAlpha)
        case .overlay(let background, _): background[3] < .max
        case .same(let shared): shared.image.hasAlpha
        }
    }
}
