import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

/// Six sources on one backdrop, (60, 120, 220) with alpha 153, composited by ImageMagick 6.9 at 16 bits (the modes by hue by Cairo
/// 1.18 at 8 bits), results premultiplied.
@Suite(.timeLimit(.minutes(1)))
struct CompositingReferenceTests {
    private static let sources = [
        200, 100, 50, 255, 200, 100, 50, 128, 10, 250, 130, 64, 0, 0, 255, 200, 90, 90, 90, 255, 255, 255, 0,
        0,
    ]
    private static let backdrop = RGBAColor(
        red: 60.0 / 255, green: 120.0 / 255, blue: 220.0 / 255, alpha: 153.0 / 255)

    static let operations: [(CompositingOperation, [Int])] = [
        (.clear, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        (
            .copy,
            [
                51400, 25700, 12850, 65535, 25801, 12900, 6450, 32896, 645, 16125, 8385, 16448, 0, 0, 51400,
                51400, 23130, 23130, 23130, 65535, 0, 0, 0, 0,
            ]
        ),
        (
            .destination,
            [
                9252, 18504, 33924, 39321, 9252, 18504, 33924, 39321, 9252, 18504, 33924, 39321, 9252, 18504,
                33924, 39321, 9252, 18504, 33924, 39321, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .sourceOver,
            [
                51400, 25700, 12850, 65535, 30409, 22116, 23346, 52479, 7575, 29985, 33795, 45900, 1996, 3991,
                58717, 59881, 23130, 23130, 23130, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .destinationOver,
            [
                29812, 28784, 39064, 65535, 19572, 23664, 36503, 52479, 9510, 24954, 37278, 45900, 9252,
                18504, 54484, 59881, 18504, 27756, 43176, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .sourceIn,
            [
                30840, 15420, 7710, 39321, 15481, 7740, 3870, 19738, 387, 9675, 5031, 9869, 0, 0, 30840,
                30840, 13878, 13878, 13878, 39321, 0, 0, 0, 0,
            ]
        ),
        (
            .destinationIn,
            [
                9252, 18504, 33924, 39321, 4644, 9288, 17029, 19738, 2322, 4644, 8514, 9869, 7256, 14513,
                26607, 30840, 9252, 18504, 33924, 39321, 0, 0, 0, 0,
            ]
        ),
        (
            .sourceOut,
            [
                20560, 10280, 5140, 26214, 10320, 5160, 2580, 13158, 258, 6450, 3354, 6579, 0, 0, 20560,
                20560, 9252, 9252, 9252, 26214, 0, 0, 0, 0,
            ]
        ),
        (
            .destinationOut,
            [
                0, 0, 0, 0, 4608, 9216, 16895, 19583, 6930, 13860, 25410, 29452, 1996, 3991, 7317, 8481, 0, 0,
                0, 0, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .sourceAtop,
            [
                30840, 15420, 7710, 39321, 20089, 16956, 20765, 39321, 7317, 23535, 30441, 39321, 1996, 3991,
                38157, 39321, 13878, 13878, 13878, 39321, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .destinationAtop,
            [
                29812, 28784, 39064, 65535, 14964, 14448, 19609, 32896, 2580, 11094, 11868, 16448, 7256,
                14513, 47167, 51400, 18504, 27756, 43176, 65535, 0, 0, 0, 0,
            ]
        ),
        (
            .xor,
            [
                20560, 10280, 5140, 26214, 14928, 14376, 19476, 32742, 7188, 20310, 28764, 36031, 1995, 3991,
                27877, 29041, 9252, 9252, 9252, 26214, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .plusLighter,
            [
                60652, 44204, 46774, 65535, 35053, 31404, 40374, 65535, 9897, 34630, 42309, 55769, 9252,
                18504, 65535, 65535, 32382, 41634, 57054, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
    ]

    static let modes: [(BlendMode, [Int])] = [
        (
            .multiply,
            [
                27816, 17536, 11792, 65535, 18571, 18018, 22814, 52479, 7279, 24863, 33105, 45900, 1996, 3991,
                54484, 59881, 12517, 15783, 21225, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .screen,
            [
                53396, 36948, 40122, 65535, 31410, 27761, 37035, 52479, 9806, 30076, 37969, 45900, 9252,
                18504, 58717, 59881, 29117, 35103, 45081, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .overlay,
            [
                35073, 24793, 35783, 65535, 22213, 21660, 34857, 52479, 7370, 29416, 37305, 45900, 1996, 3991,
                58717, 59881, 15783, 22314, 41589, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .darken,
            [
                29812, 25700, 12850, 65535, 19572, 22116, 23346, 52479, 7575, 24954, 33795, 45900, 1996, 3991,
                54484, 59881, 18504, 23130, 23130, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .lighten,
            [
                51400, 28784, 39064, 65535, 30409, 23664, 36503, 52479, 9510, 29985, 37278, 45900, 9252,
                18504, 58717, 59881, 23130, 27756, 43176, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .colorDodge,
            [
                59881, 40722, 44461, 65535, 34666, 29656, 39213, 52479, 9604, 30179, 38633, 45900, 9252,
                18504, 58717, 59881, 23551, 37849, 48573, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .colorBurn,
            [
                21543, 10280, 16936, 65535, 15421, 14376, 25397, 52479, 7188, 24850, 35975, 45900, 1996, 3991,
                54484, 59881, 9252, 9252, 33282, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .hardLight,
            [
                46910, 24793, 18444, 65535, 28155, 21660, 26153, 52479, 7370, 29974, 37305, 45900, 1996, 3991,
                58717, 59881, 15783, 22314, 33198, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .softLight,
            [
                35401, 26671, 36234, 65535, 22378, 22604, 35083, 52479, 7874, 26996, 37291, 45900, 3703,
                10820, 56522, 59881, 16423, 24875, 41807, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .difference,
            [
                42148, 13364, 31354, 65535, 25764, 15923, 32633, 52479, 9123, 25341, 32247, 45900, 9252,
                18504, 32110, 59881, 13878, 13878, 29298, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
        (
            .exclusion,
            [
                46139, 29691, 33470, 65535, 27768, 24119, 33696, 52479, 9715, 25523, 33628, 45900, 9252,
                18504, 32110, 59881, 25851, 28572, 33108, 65535, 9252, 18504, 33924, 39321,
            ]
        ),
    ]

    static let hueModes: [(BlendMode, [Int])] = [
        (
            .hue,
            [
                196, 92, 40, 255, 116, 82, 86, 205, 29, 105, 126, 179, 52, 60, 229, 233, 104, 104, 104, 255,
                36, 72, 132, 153,
            ]
        ),
        (
            .saturation,
            [
                118, 112, 148, 255, 77, 92, 140, 205, 34, 97, 151, 179, 27, 73, 229, 233, 104, 104, 104, 255,
                36, 72, 132, 153,
            ]
        ),
        (
            .color,
            [
                193, 93, 43, 255, 115, 82, 87, 205, 28, 105, 125, 179, 52, 60, 229, 233, 104, 104, 104, 255,
                36, 72, 132, 153,
            ]
        ),
        (
            .luminosity,
            [
                123, 119, 159, 255, 79, 95, 145, 205, 46, 105, 151, 179, 7, 30, 148, 233, 58, 94, 154, 255,
                36, 72, 132, 153,
            ]
        ),
    ]

    private func sources(_ depth: PixelLayout.Depth) throws -> PixelBuffer {
        let scale = depth == .eight ? 1 : 257
        return try buffer(Self.sources.map { $0 * scale }, width: 6, .rgba, depth: depth)
    }

    private func largest(_ result: PixelBuffer, _ expected: [Int]) -> Int {
        zip(samples(result), expected).map { abs($0 - $1) }.max() ?? .max
    }

    @Test("Operators equal ImageMagick's, at both depths", arguments: operations)
    func operators(operation: CompositingOperation, expected: [Int]) throws {
        let deep = try sources(.sixteen).composited(on: Self.backdrop, operation: operation)
        #expect(try largest(deep.premultiplied(), expected) <= 2)
        let shallow = try sources(.eight).composited(on: Self.backdrop, operation: operation)
        #expect(try largest(shallow.premultiplied(), expected.map { ($0 + 128) / 257 }) <= 1)
    }

    @Test("Modes by channel equal ImageMagick's, at both depths", arguments: modes)
    func modesByChannel(mode: BlendMode, expected: [Int]) throws {
        let deep = try sources(.sixteen).blended(on: Self.backdrop, mode: mode)
        #expect(try largest(deep.premultiplied(), expected) <= 3)
        // Premultiplied samples of 8 bits are half a step off, which dodging and burning multiply.
        let shallow = try sources(.eight).blended(on: Self.backdrop, mode: mode)
        #expect(try largest(shallow.premultiplied(), expected.map { ($0 + 128) / 257 }) <= 2)
    }

    @Test("Modes by hue, saturation and luminosity equal Cairo's", arguments: hueModes)
    func modesByHue(mode: BlendMode, expected: [Int]) throws {
        let result = try sources(.eight).blended(on: Self.backdrop, mode: mode)
        #expect(try largest(result.premultiplied(), expected) <= 2)
    }

    @Test("Every operator and mode is compared with another program")
    func complete() {
        #expect(Set(Self.operations.map(\.0)) == Set(CompositingOperation.allCases))
        #expect(Set((Self.modes + Self.hueModes).map(\.0) + [.normal]) == Set(BlendMode.allCases))
    }

    @Test("The normal mode is the operator source over")
    func normal() throws {
        let blended = try sources(.sixteen).blended(on: Self.backdrop, mode: .normal)
        let composited = try sources(.sixteen).composited(on: Self.backdrop, operation: .sourceOver)
        #expect(largestDifference(blended, composited) <= 1)
    }
}
