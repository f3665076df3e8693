internal import Foundation
internal import KingfisherCore

/// The contents of items that are recipes for images.
///
/// Source: ISO/IEC 23008-12, section 6.6.2.
enum DerivedImage {
    /// `grid`.
    struct Grid {
        let columns: Int
        let rows: Int
        let size: CodedSize

        init(_ content: Data) throws(PluginError) {
            var reader = BoxReader(content, in: 0..<content.count)
            guard try reader.uint8() == 0 else {
                throw CodecFailure.heif.unsupported("its grid has an unknown version")
            }
            let fieldSize = try reader.uint8() & 1 == 0 ? 2 : 4
            rows = Int(try reader.uint8()) + 1
            columns = Int(try reader.uint8()) + 1
            size = CodedSize(
                width: Int(try reader.integer(bytes: fieldSize)),
                height: Int(try reader.integer(bytes: fieldSize)))
        }

        /// Tiles are of one size and cover the grid, no row or column of them being superfluous.
        ///
        /// This bounds what decoding them costs by the size of the grid.
        func check(_ tiles: [ItemImage]) throws(PluginError) {
            var sizes: [CodedSize] = []
            for tile in tiles {
                let size = try tile.steps.applied(toWidth: tile.width, height: tile.height)
                sizes.append(CodedSize(width: size.width, height: size.height))
            }
            guard let first = sizes.first, sizes.allSatisfy({ $0 == first }), first.width > 0,
                first.height > 0,
                (size.width - 1) / first.width == columns - 1, (size.height - 1) / first.height == rows - 1,
                size.width > 0, size.height > 0
            else { throw CodecFailure.heif.corrupt("the images of a grid do not fit it") }
        }
    }

    /// `iovl`.
    struct Overlay {
        /// Red, green, blue and alpha.
        let background: [UInt16]
        let size: CodedSize
        let corners: [(x: Int, y: Int)]

        init(_ content: Data, layers: Int) throws(PluginError) {
            var reader = BoxReader(content, in: 0..<content.count)
            guard try reader.uint8() == 0 else {
                throw CodecFailure.heif.unsupported("its overlay has an unknown version")
            }
            let fieldSize = try reader.uint8() & 1 == 0 ? 2 : 4
            var background: [UInt16] = []
            for _ in 0..<4 { background.append(try reader.uint16()) }
            self.background = background
            size = CodedSize(
                width: Int(try reader.integer(bytes: fieldSize)),
                height: Int(try reader.integer(bytes: fieldSize)))
            var corners: [(x: Int, y: Int)] = []
            for _ in 0..<layers {
                let fields = (try reader.integer(bytes: fieldSize), try reader.integer(bytes: fieldSize))
                corners.append((Self.signed(fields.0, fieldSize), Self.signed(fields.1, fieldSize)))
            }
            self.corners = corners
        }

        private static func signed(_ value: UInt64, _ bytes: Int) -> Int {
            bytes == 2 ? Int(Int16(truncatingIfNeeded: value)) : Int(Int32(truncatingIfNeeded: value))
        }
    }
}
