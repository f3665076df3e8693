internal import Foundation
internal import KingfisherCore

extension HEIFFile {
    /// The image that stands for the file.
    func primaryImage() throws(PluginError) -> ItemImage {
        guard let id = table.primaryID else {
            throw CodecFailure.heif.unsupported("it is a sequence without a still image")
        }
        var builder = ItemImageBuilder(self)
        return try builder.image(id)
    }

    /// A thumbnail that can stand for an image that will be shown as small as the target says; nil where there is none.
    ///
    /// It has to show the same: of the same shape to a pixel, turned alike, with transparency where the image has it,
    /// in the same colours. One that cannot be read is no reason to fail.
    func thumbnail(of image: ItemImage, for target: DecodingTarget?) throws(PluginError) -> ItemImage? {
        guard let target else { return nil }
        let full = try image.uprightSize()
        let least = target.minimumSize(forWidth: full.width, height: full.height)
        var best: (image: ItemImage, pixels: Int)?
        for id in table.sources(of: "thmb", to: image.id).prefix(Self.mostThumbnails) {
            var builder = ItemImageBuilder(self)
            guard let thumbnail = try? builder.image(id), let size = try? thumbnail.uprightSize() else {
                continue
            }
            guard least.width...full.width ~= size.width, least.height...full.height ~= size.height,
                Self.haveSameShape(size, full), thumbnail.steps.turning == image.steps.turning,
                thumbnail.hasAlpha == image.hasAlpha, thumbnail.isMonochrome == image.isMonochrome,
                hasSameColors(thumbnail, image)
            else { continue }
            let pixels = size.width * size.height
            if best.map({ pixels < $0.pixels }) ?? true { best = (thumbnail, pixels) }
        }
        return best?.image
    }

    private static let mostThumbnails = 16

    /// Whether the smaller size is the larger one scaled, each side rounded up or down.
    private static func haveSameShape(
        _ small: (width: Int, height: Int), _ large: (width: Int, height: Int)
    ) -> Bool {
        let height = Double(small.width) * Double(large.height) / Double(large.width)
        let width = Double(small.height) * Double(large.width) / Double(large.height)
        return abs(height - Double(small.height)) <= 1 || abs(width - Double(small.width)) <= 1
    }

    /// A thumbnail without a profile is in the colours of its image.
    private func hasSameColors(_ thumbnail: ItemImage, _ image: ItemImage) -> Bool {
        guard let own = profileRange(of: thumbnail.id) else { return true }
        guard let other = profileRange(of: image.id) else { return false }
        return data.bytes.extracting(own).elementsEqual(data.bytes.extracting(other))
    }

    private func profileRange(of id: UInt32) -> Range<Int>? {
        table.property(of: id) { if case .profile(let range) = $0 { range } else { nil } }
    }

    /// The colour profile of an image; nil where there is none, or it is damaged, or for other kinds of pixels.
    /// - Throws: `PluginError` with `.limitExceeded`.
    func profile(of image: ItemImage, limits: DecodingLimits) throws(PluginError) -> ICCProfile? {
        guard let range = profileRange(of: image.id) else { return nil }
        guard range.count <= limits.metadataBytes else {
            throw PluginError(
                .limitExceeded, pluginID: HEIFPlugin.id,
                message: "The colour profile has \(range.count) bytes; the limit is \(limits.metadataBytes). "
                    + "Raise DecodingLimits.metadataBytes or remove the profile.")
        }
        let start = data.startIndex + range.lowerBound
        let profile = ICCProfile(Data(data[start..<start + range.count]))
        return profile.flatMap { $0.describes(colorChannels: image.isMonochrome ? 1 : 3) ? $0 : nil }
    }
}

extension RawSpan {
    /// Whether both hold the same bytes.
    fileprivate func elementsEqual(_ other: RawSpan) -> Bool {
        byteCount == other.byteCount && (0..<byteCount).allSatisfy { byte(at: $0) == other.byte(at: $0) }
    }
}
