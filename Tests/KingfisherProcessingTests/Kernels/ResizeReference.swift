import Foundation
import KingfisherCore
import KingfisherProcessing
import TestFixtures
import Testing

/// A line of Tests/Fixtures/resize/resize.json.
struct ResizeReference: Decodable, Sendable, CustomTestStringConvertible {
    let inputDump: String
    let inputWidth: Int
    let inputHeight: Int
    let layout: String
    let width: Int
    let height: Int
    let filter: String
    let expected: String

    var testDescription: String { expected }

    static func all() throws -> [ResizeReference] {
        try JSONDecoder().decode([ResizeReference].self, from: FixtureFolder.data("resize/resize.json"))
    }

    func load(_ name: String, _ width: Int, _ height: Int, premultiplied: Bool = false) throws -> PixelBuffer
    {
        let channels: PixelLayout.Channels =
            layout.hasPrefix("gray") ? .gray : layout.hasPrefix("rgba") ? .rgba : .rgb
        let depth: PixelLayout.Depth = layout.hasSuffix("16") ? .sixteen : .eight
        var bytes = try FixtureFolder.data(name)
        if depth == .sixteen { bytes.swapPairs() }
        let pixels = try PixelLayout(
            width: width, height: height, channels: channels, depth: depth, premultiplied: premultiplied)
        return try PixelBuffer(layout: pixels, copying: bytes)
    }

    /// The filter, as exact as the reference.
    var resampling: Resampling {
        switch filter {
        case "nearest": .nearest.exact
        case "box": .box.exact
        case "bilinear": .bilinear.exact
        case "bicubic": .bicubic.exact
        default: .lanczos3.exact
        }
    }

    func loadExpected() throws -> PixelBuffer {
        try load(expected, width, height, premultiplied: true)
    }
}

extension Data {
    /// Dumps are big-endian; pixels are in native order, little-endian on every machine this runs on.
    fileprivate mutating func swapPairs() {
        for index in stride(from: startIndex, to: endIndex - 1, by: 2) { swapAt(index, index + 1) }
    }
}
