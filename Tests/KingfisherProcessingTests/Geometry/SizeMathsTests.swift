import Foundation
import KingfisherCore
import Testing

@testable import KingfisherProcessing

@Suite(.timeLimit(.minutes(1)))
struct SizeMathsTests {
    struct Case: Sendable {
        let source: (Int, Int)
        let box: (Double, Double)
        let mode: ContentMode
        var upscales = true
        let expected: (Int, Int)
    }

    @Test(
        "An image takes its size in a box",
        arguments: [
            Case(source: (4000, 3000), box: (400, 300), mode: .aspectFit, expected: (400, 300)),
            Case(source: (4000, 3000), box: (400, 400), mode: .aspectFit, expected: (400, 300)),
            Case(source: (3000, 4000), box: (400, 400), mode: .aspectFit, expected: (300, 400)),
            Case(source: (4000, 3000), box: (400, 400), mode: .aspectFill, expected: (533, 400)),
            Case(source: (4000, 3000), box: (400, 400), mode: .none, expected: (400, 400)),
            // 100 * 33/200 = 16.5 rounds away from 0; 101 * 33/200 = 16.665.
            Case(source: (200, 100), box: (33, 33), mode: .aspectFit, expected: (33, 17)),
            Case(source: (200, 101), box: (33, 33), mode: .aspectFit, expected: (33, 17)),
            Case(source: (200, 99), box: (33, 33), mode: .aspectFit, expected: (33, 16)),
            Case(source: (10, 10), box: (2.4, 2.6), mode: .none, expected: (2, 3)),
            Case(source: (10, 10), box: (0.2, 0.2), mode: .aspectFit, expected: (1, 1)),
            Case(source: (1, 10000), box: (400, 300), mode: .aspectFit, expected: (1, 300)),
            Case(source: (10000, 1), box: (400, 300), mode: .aspectFit, expected: (400, 1)),
            Case(source: (1, 10000), box: (4, 3), mode: .aspectFill, expected: (4, 40000)),
            Case(source: (100, 50), box: (400, 400), mode: .aspectFit, expected: (400, 200)),
            Case(source: (100, 50), box: (400, 400), mode: .aspectFit, upscales: false, expected: (100, 50)),
            Case(source: (100, 50), box: (80, 80), mode: .aspectFill, upscales: false, expected: (100, 50)),
            Case(source: (100, 50), box: (400, 20), mode: .none, upscales: false, expected: (100, 20)),
            Case(source: (1, 1 << 30), box: (8, 8), mode: .aspectFill, expected: (8, Int(Int32.max))),
        ])
    func fits(_ sample: Case) {
        let size = SizeMaths.fitted(
            PixelSize(width: sample.source.0, height: sample.source.1), in: sample.box, mode: sample.mode,
            upscales: sample.upscales)
        #expect(size == PixelSize(width: sample.expected.0, height: sample.expected.1))
    }

    @Test("Every size keeps the side that decides, and rounds the other to the nearest pixel")
    func oneSide() {
        for width in 1...60 {
            for height in 1...60 {
                let source = PixelSize(width: width, height: height)
                for side in [1, 2, 7, 30, 400] {
                    let wide = SizeMaths.fitted(source, width: Double(side), upscales: true)
                    let follows = max((2 * height * side + width) / (2 * width), 1)
                    let high = SizeMaths.fitted(source, height: Double(side), upscales: true)
                    guard wide == PixelSize(width: side, height: follows), high.height == side else {
                        Issue.record("\(source) to \(side): \(wide), \(high)")
                        return
                    }
                }
            }
        }
    }

    @Test("A part lies where its anchor says and never outside the image")
    func parts() {
        let source = PixelSize(width: 10, height: 7)
        func part(_ width: Double, _ height: Double, _ x: CGFloat, _ y: CGFloat) -> [Int] {
            let part = SizeMaths.part((width, height), of: source, anchor: CGPoint(x: x, y: y))
            return [part.x, part.y, part.size.width, part.size.height]
        }
        #expect(part(4, 3, 0, 0) == [0, 0, 4, 3])
        #expect(part(4, 3, 1, 1) == [6, 4, 4, 3])
        #expect(part(4, 3, 0.5, 0.5) == [3, 2, 4, 3])
        #expect(part(5, 4, 0.5, 0.5) == [2, 1, 5, 4])
        #expect(part(99, 2, 0.5, 1) == [0, 5, 10, 2])
        #expect(part(0.1, 1e9, 0.25, 0) == [2, 0, 1, 7])
    }

    @Test(
        "A length that no image can have is an error that names who was asked and what for",
        arguments: [0, -1, .nan, .infinity, -.infinity, 1e300, 3e9] as [CGFloat])
    func badLengths(_ length: CGFloat) {
        let error = #expect(throws: PluginError.self) {
            try SizeMaths.pixels(length, scale: 1, owner: "TheProcessor")
        }
        #expect(error?.code == .invalidSize)
        #expect(error?.message.contains("TheProcessor") == true)
        #expect(error?.message.contains(NumberFormat.short(length)) == true)
    }

    @Test("A scale that no image can have is an error", arguments: [0, -2, .nan, .infinity] as [CGFloat])
    func badScales(_ scale: CGFloat) {
        #expect(throws: PluginError.self) { try SizeMaths.pixels(10, scale: scale, owner: "x") }
    }

    @Test("Numbers are written briefly and without regard to locale")
    func numbers() {
        let numbers: [CGFloat] = [400, 0, -0.0, 0.5, 33.333, 1e14, 1234567.25, .nan, .infinity]
        let texts = ["400", "0", "0", "0.5", "33.333", "100000000000000", "1234567.25", "nan", "inf"]
        #expect(numbers.map(NumberFormat.short) == texts)
    }
}
