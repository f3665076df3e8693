import Foundation
import KingfisherCore
import Testing

@Suite("Orientation from EXIF", .timeLimit(.minutes(1)))
struct ImageOrientationTests {
    /// EXIF blocks that exiftool 12.57 wrote with `-Orientation=6 -Make=Kf`, in both byte orders; the
    /// value of the tag is the byte that the tests exchange.
    static let littleEndian = block(
        """
        SUkqAAgAAAAGAA8BAgADAAAAS2YAABIBAwABAAAABgAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAQAAABMCAwAB\
        AAAAAQAAAAAAAAABAAAAAQAAAAEAAAABAAAA
        """)
    static let bigEndian = block(
        """
        TU0AKgAAAAgABgEPAAIAAAADS2YAAAESAAMAAAABAAYAAAEaAAUAAAABAAAAVgEbAAUAAAABAAAAXgEoAAMAAAABAAEAAAITAAMA\
        AAABAAEAAAAAAAAAAAABAAAAAQAAAAEAAAAB
        """)
    static let valueOffset = (littleEndian: 30, bigEndian: 31)

    static func block(_ base64: String) -> [UInt8] { [UInt8](Data(base64Encoded: base64)!) }

    @Test("Blocks written by exiftool state what exiftool wrote, in both byte orders")
    func exiftoolBlocks() {
        #expect(ImageOrientation(exif: Data(Self.littleEndian)) == .right)
        #expect(ImageOrientation(exif: Data(Self.bigEndian)) == .right)
    }

    @Test("Each of the eight values is read in both byte orders", arguments: ImageOrientation.allCases)
    func eachValue(orientation: ImageOrientation) {
        var little = Self.littleEndian
        var big = Self.bigEndian
        little[Self.valueOffset.littleEndian] = orientation.rawValue
        big[Self.valueOffset.bigEndian] = orientation.rawValue
        #expect(ImageOrientation(exif: Data(little)) == orientation)
        #expect(ImageOrientation(exif: Data(big)) == orientation)
    }

    @Test("The prefix of a JPEG segment is skipped")
    func prefix() {
        #expect(ImageOrientation(exif: Data("Exif\0\0".utf8) + Self.bigEndian) == .right)
    }

    @Test("A slice of data whose first index is not zero is read like any other")
    func slice() {
        let slice = (Data(repeating: 0x49, count: 11) + Self.littleEndian).dropFirst(11)
        #expect(slice.startIndex == 11)
        #expect(ImageOrientation(exif: slice) == .right)
    }

    @Test("A value outside 1 to 8 is none", arguments: [0, 9, 255] as [UInt8])
    func outOfRange(value: UInt8) {
        var block = Self.littleEndian
        block[Self.valueOffset.littleEndian] = value
        #expect(ImageOrientation(exif: Data(block)) == nil)
    }

    @Test("Four orientations swap width and height")
    func swapsAxes() {
        #expect(ImageOrientation.allCases.filter(\.swapsAxes).map(\.rawValue) == [5, 6, 7, 8])
    }

    @Test("A block cut anywhere before the value gives none, and after it the value")
    func truncated() {
        for (block, end) in [(Self.littleEndian, 34), (Self.bigEndian, 34)] {
            for count in 0..<block.count {
                let expected: ImageOrientation? = count < end ? nil : .right
                #expect(ImageOrientation(exif: Data(block.prefix(count))) == expected)
            }
        }
    }

    @Test("Directory offsets that lead outside, or to themselves, give none")
    func hostileOffsets() {
        for offset in [UInt32.max, UInt32.max - 1, 0x7FFF_FFFF, 0, 4, 104] {
            var block = Self.littleEndian
            for byte in 0..<4 { block[4 + byte] = UInt8(truncatingIfNeeded: offset >> (8 * UInt32(byte))) }
            #expect(ImageOrientation(exif: Data(block)) == nil)
        }
    }

    @Test("A directory that claims more entries than there are bytes is read as far as it goes")
    func hostileCount() {
        var block = Self.littleEndian
        block[8] = 0xFF
        block[9] = 0xFF
        #expect(ImageOrientation(exif: Data(block)) == .right)
        block[Self.valueOffset.littleEndian - 8] = 0x11
        #expect(ImageOrientation(exif: Data(block)) == nil)
    }

    @Test("Any single changed byte is survived")
    func changedBytes() {
        for block in [Self.littleEndian, Self.bigEndian] {
            for index in block.indices {
                for value in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var changed = block
                    changed[index] = value
                    let orientation = ImageOrientation(exif: Data(changed))
                    #expect(orientation == nil || orientation == .right)
                }
            }
        }
    }
}
