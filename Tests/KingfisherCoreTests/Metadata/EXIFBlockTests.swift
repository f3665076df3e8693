import Foundation
import KingfisherCore
import Testing

@Suite("EXIF that goes with upright pixels", .timeLimit(.minutes(1)))
struct EXIFBlockTests {
    private static let little: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0]
    private static let big: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1]

    @Test(
        "Its orientation becomes 1, in every type and byte order, and nothing else changes",
        arguments: [
            (little + [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0], [1, 0, 0, 0]),
            (little + [0x12, 1, 4, 0, 1, 0, 0, 0, 6, 0, 0, 0], [1, 0, 0, 0]),
            (little + [0x12, 1, 1, 0, 1, 0, 0, 0, 6, 0, 0, 0], [1, 0, 0, 0]),
            (big + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0], [0, 1, 0, 0]),
            (big + [1, 0x12, 0, 4, 0, 0, 0, 1, 0, 0, 0, 6], [0, 0, 0, 1]),
            (big + [1, 0x12, 0, 1, 0, 0, 0, 1, 6, 0, 0, 0], [1, 0, 0, 0]),
        ] as [([UInt8], [UInt8])])
    func uprights(block: [UInt8], value: [UInt8]) {
        let expected = Data(block.dropLast(4) + value)
        #expect(ImageOrientation(exif: Data(block)) == .right)
        #expect(EXIFBlock.uprighted(Data(block)) == expected)
        #expect(EXIFBlock.uprighted(Data("Exif\0\0".utf8 + block)) == expected)
        #expect(ImageOrientation(exif: expected) == .up)
    }

    @Test("Without an orientation it stays as it is; what is no EXIF is none")
    func others() {
        let without = Data(Self.little + [0x0F, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0])
        #expect(EXIFBlock.uprighted(without) == without)
        #expect(EXIFBlock.uprighted(Data("not EXIF at all".utf8)) == nil)
        #expect(EXIFBlock.uprighted(Data()) == nil)
    }
}
