internal import Foundation
internal import KingfisherCore

/// The data of a coded image, ready for libheif, and what its headers say.
struct CodedImage {
    /// The file that libheif is given.
    let file: StandaloneFile
    /// The sizes that the headers speak of: a decoder would allocate for the largest.
    let sizes: [CodedSize]
    /// What holds for its colours where the file has no `colr`.
    let colors: ColorCodePoints
    /// What holds where the image is the transparency of another.
    let alphaColors: ColorCodePoints

    init(_ image: ItemImage, _ codec: ItemImage.Codec, in file: HEIFFile) throws(PluginError) {
        let content = try file.content(of: image.id)
        let size = CodedSize(width: image.width, height: image.height)
        switch codec {
        case .hevc(let configuration):
            let rewritten = try configuration.rewritten(content)
            sizes = rewritten.parameterSets.map(\.size)
            colors = rewritten.parameterSets.lazy.compactMap(\.colors).first ?? .limitedVideo
            // Alpha in HEVC is a plain number up to its greatest value, whatever is said of a range.
            alphaColors = .sRGB
            self.file = StandaloneFile(
                itemType: "hvc1", configuration: ("hvcC", configuration.rewritten()), size: size,
                isMonochrome: image.isMonochrome, content: rewritten.content)
        case .av1(let configuration, let length):
            let used = length.map { Data(content.prefix($0)) } ?? content
            let headers = configuration.headers(in: used)
            sizes = headers.map(\.size)
            colors = headers.lazy.compactMap(\.colors).first ?? .sRGB
            // Version 1.0.0 of the AVIF specification allowed alpha in video range, and such files are out there.
            alphaColors = colors
            self.file = StandaloneFile(
                itemType: "av01", configuration: ("av1C", configuration.payload), size: size,
                isMonochrome: image.isMonochrome, content: used)
        }
    }
}

extension ColorCodePoints {
    /// What holds where neither the file nor the coded data say anything.
    ///
    /// Source: ISO/IEC 23000-22 (MIAF), section 7.3.6.4.
    fileprivate static let sRGB = ColorCodePoints(primaries: 1, transfer: 13, matrix: 6, isFullRange: true)

    /// What holds for HEVC without a word on its colours.
    ///
    /// Source: ITU-T H.265, section E.3.1.
    fileprivate static let limitedVideo = ColorCodePoints(
        primaries: 2, transfer: 2, matrix: 2, isFullRange: false)
}
