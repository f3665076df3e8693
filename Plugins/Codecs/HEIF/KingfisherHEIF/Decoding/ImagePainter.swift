internal import CKingfisherHEIF
internal import Foundation
internal import KingfisherCore

/// Decodes the coded images that an image is made of, one after the other, straight into their place in its pixels.
struct ImagePainter {
    private let file: HEIFFile
    private let depth: PixelLayout.Depth
    /// How many pixels may yet be decoded.
    private var budget: Int
    /// The code points of the first coded image, from `colr` or from the coded data.
    private(set) var codePoints: ColorCodePoints?

    /// How many pixels one of the parts may have.
    private let mostPixels: Int

    /// - Parameter limits: A part may have twice the pixels of the limit, since tiles reach over the edge and a clean
    ///   aperture cuts, and all parts together eight times as many: colour, alpha, layers. A megapixel is free.
    init(_ file: HEIFFile, depth: PixelLayout.Depth, limits: DecodingLimits) {
        self.file = file
        self.depth = depth
        let pixels = min(max(limits.pixels, 0), Int.max / 16)
        mostPixels = pixels * 2 + Self.freePixels
        budget = pixels * 8 + Self.freePixels
    }

    private static let freePixels = 1 << 20

    /// The pixels of an image, turned and cropped as the file says, with straight alpha.
    mutating func pixels(of image: ItemImage) throws -> PixelBuffer {
        let stored = try canvas(of: image)
        return try image.steps.applied(to: stored.straight())
    }

    /// The pixels of an image before its steps.
    private mutating func canvas(of image: ItemImage) throws -> PixelBuffer {
        try take(image.width, image.height)
        let channels: PixelLayout.Channels =
            image.isMonochrome
            ? (image.hasAlpha ? .grayAlpha : .gray) : (image.hasAlpha ? .rgba : .rgb)
        var canvas = try PixelCanvas(
            PixelLayout(
                width: image.width, height: image.height, channels: channels, depth: depth,
                premultiplied: image.isPremultiplied))
        try paint(image, .color, into: &canvas, x: 0, y: 0)
        if image.hasAlpha { try paint(image, .alpha, into: &canvas, x: 0, y: 0) }
        return canvas.freeze()
    }

    /// What of an image is painted into which samples.
    private enum Part {
        /// Into the samples of colour.
        case color
        /// Its transparency, into the last sample.
        case alpha
        /// Its brightness, into the last sample: this image is the transparency of another.
        case brightness
    }

    private mutating func paint(
        _ image: ItemImage, _ part: Part, into canvas: inout PixelCanvas, x: Int, y: Int
    ) throws {
        if case .alpha = part, let alpha = image.alpha {
            return try paintAlpha(alpha.image, of: image, into: &canvas, x: x, y: y)
        }
        switch image.source {
        case .coded(let codec): try paintCoded(image, codec, part, into: &canvas, x: x, y: y)
        case .grid(let columns, let tiles):
            for (index, tile) in tiles.enumerated() {
                let size = try tile.steps.applied(toWidth: tile.width, height: tile.height)
                let (row, column) = index.quotientAndRemainder(dividingBy: columns)
                try paintPart(tile, part, into: &canvas, x: x + column * size.width, y: y + row * size.height)
            }
        case .same(let shared): try paintPart(shared.image, part, into: &canvas, x: x, y: y)
        case .overlay(let background, let layers):
            let painted = try overlay(image, background, layers)
            try canvas.copy(painted, part == .color ? .color : .last, x: x, y: y)
        }
    }

    /// Paints an image that another is made of; one that is turned needs pixels of its own.
    private mutating func paintPart(
        _ image: ItemImage, _ part: Part, into canvas: inout PixelCanvas, x: Int, y: Int
    ) throws {
        guard !image.steps.isEmpty else { return try paint(image, part, into: &canvas, x: x, y: y) }
        let pixels = try pixels(of: image)
        try canvas.copy(pixels, part == .color ? .color : part == .alpha ? .last : .brightness, x: x, y: y)
    }

    /// The transparency of an image, which is turned with it and so has no steps of its own that would count.
    private mutating func paintAlpha(
        _ alpha: ItemImage, of image: ItemImage, into canvas: inout PixelCanvas, x: Int, y: Int
    ) throws {
        if (alpha.width, alpha.height) == (image.width, image.height) {
            return try paint(alpha, .brightness, into: &canvas, x: x, y: y)
        }
        let stored = try self.canvas(of: alpha)
        try canvas.copy(
            try stored.stretched(toWidth: image.width, height: image.height), .brightness, x: x, y: y)
    }

    /// The canvas of an overlay: the background, and the images over each other.
    private mutating func overlay(
        _ image: ItemImage, _ background: [UInt16], _ layers: [ItemImage.Layer]
    ) throws -> PixelBuffer {
        let channels: PixelLayout.Channels = image.hasAlpha ? .rgba : .rgb
        var canvas = try PixelCanvas(
            PixelLayout(width: image.width, height: image.height, channels: channels, depth: depth))
        canvas.fill(background)
        for layer in layers {
            let pixels = try pixels(of: layer.image)
            try canvas.lay(pixels, x: layer.x, y: layer.y)
        }
        return canvas.freeze()
    }

    private mutating func paintCoded(
        _ image: ItemImage, _ codec: ItemImage.Codec, _ part: Part, into canvas: inout PixelCanvas, x: Int,
        y: Int
    ) throws {
        // A coded image without an alpha image of its own, in a grid of which others have one, is opaque.
        guard part != .alpha else { return }
        try WorkCancellation.check()
        let coded = try CodedImage(image, codec, in: file)
        try takeLargest(of: coded.sizes)
        let planes = try DecodedPlanes.decoding(coded.file)
        guard (planes.width, planes.height) == (image.width, image.height) else {
            throw CodecFailure.heif.corrupt(
                "an image of \(image.width)x\(image.height) pixels has data for \(planes.width)x\(planes.height)"
            )
        }
        let colors = part == .brightness ? coded.alphaColors : image.colors ?? coded.colors
        if part == .color, codePoints == nil { codePoints = colors }
        let area = CanvasArea(
            x: x, y: y, width: min(image.width, canvas.layout.width - x),
            height: min(image.height, canvas.layout.height - y))
        guard x >= 0, y >= 0, area.width > 0, area.height > 0 else { return }
        try PlanePainter(colors: colors).paint(planes, asColor: part == .color, into: &canvas, area)
    }

    /// Counts the pixels that a decoder would allocate for coded data with headers of these sizes.
    private mutating func takeLargest(of sizes: [CodedSize]) throws(PluginError) {
        guard let width = sizes.map(\.width).max(), let height = sizes.map(\.height).max() else {
            throw CodecFailure.heif.corrupt("the coded data of an image has no header")
        }
        try take(width, height)
    }

    /// Counts pixels that are about to be allocated.
    private mutating func take(_ width: Int, _ height: Int) throws(PluginError) {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0 else {
            throw CodecFailure.heif.corrupt("an image has the size \(width)x\(height)")
        }
        guard !overflow, pixels <= min(budget, mostPixels) else {
            throw CodecFailure.heif.overLimit("its parts have many more pixels than the limit for the whole")
        }
        budget -= pixels
    }
}
