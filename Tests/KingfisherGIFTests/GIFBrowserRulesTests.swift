import Foundation
import KingfisherCore
import KingfisherGIF
import Testing

/// What files leave open or get wrong, expected as Chromium 156 shows it (`chromium-headless-shell`, an `img` drawn on a
/// canvas, and for the frames its ImageDecoder).
@Suite("GIF takes odd files as browsers do", .timeLimit(.minutes(1)))
struct GIFBrowserRulesTests {
    private static let clear: [UInt8] = [0, 0, 0, 0]
    private static let black: [UInt8] = [0, 0, 0, 255]
    private static let red: [UInt8] = [255, 0, 0, 255]
    private static let green: [UInt8] = [0, 255, 0, 255]

    private func frames(_ parts: Data...) throws -> [[UInt8]] {
        let data = parts.reduce(Data(), +) + GIFBytes.trailer
        return try GIFDecoder().decode(data, options: DecodingOptions()).rgbaFrames().map(Array.init)
    }

    @Test("A canvas too small for the first image grows to hold it, whatever later ones need")
    func canvasGrows() throws {
        let frames = try frames(
            GIFBytes.header(1, 1), GIFBytes.image(1, 0, 1, 1, index: 1), GIFBytes.image(0, 0, 3, 3, index: 2))
        #expect(frames == [Self.clear + Self.red, Self.green + Self.green])
    }

    @Test("Pixels that are missing are transparent")
    func missingPixels() throws {
        for hasEnd in [true, false] {
            let image = GIFBytes.image(0, 0, 2, 2, index: 1, pixels: 3, hasEnd: hasEnd)
            let frames = try frames(GIFBytes.header(2, 2), image)
            #expect(frames == [Self.red + Self.red + Self.red + Self.clear])
        }
    }

    @Test("More pixels than the image has are disregarded")
    func surplusPixels() throws {
        let frames = try frames(GIFBytes.header(2, 1), GIFBytes.image(0, 0, 2, 1, index: 1, pixels: 9))
        #expect(frames == [Self.red + Self.red])
    }

    @Test("Without a colour table everything is black")
    func noTable() throws {
        let frames = try frames(
            GIFBytes.header(1, 1, hasTable: false), GIFBytes.image(0, 0, 1, 1, index: 3))
        #expect(frames == [Self.black])
    }

    @Test("A frame beside the canvas changes nothing, and takes its time")
    func frameOutside() throws {
        let frames = try frames(
            GIFBytes.header(1, 1), GIFBytes.image(0, 0, 1, 1, index: 1), GIFBytes.image(5, 5, 9, 9, index: 2),
            GIFBytes.image(0, 1, 1, 1, index: 2))
        #expect(frames == [Self.red, Self.red, Self.red])
    }

    @Test(
        "Disposal 4 is taken for 3, what was before; others unknown for none", arguments: [0, 1, 2, 3, 4, 5])
    func disposals(number: UInt8) throws {
        let frames = try frames(
            GIFBytes.header(2, 1), GIFBytes.image(0, 0, 2, 1, index: 1),
            GIFBytes.control(delay: 5, disposal: number), GIFBytes.image(0, 0, 1, 1, index: 2),
            GIFBytes.image(1, 0, 1, 1, index: 2))
        let left =
            switch number {
            case 2: Self.clear
            case 3, 4: Self.red
            default: Self.green
            }
        #expect(frames == [Self.red + Self.red, Self.green + Self.red, left + Self.green])
    }

    @Test(
        "A hundredth of a second and less becomes a tenth",
        arguments: [(0, 100), (1, 100), (2, 20), (65535, 655_350)])
    func delays(stored: Int, milliseconds: Int) throws {
        let image = GIFBytes.control(delay: stored) + GIFBytes.image(0, 0, 1, 1, index: 1)
        let data = GIFBytes.header(1, 1) + image + image + GIFBytes.trailer
        let decoded = try GIFDecoder().decode(data, options: DecodingOptions())
        #expect(decoded.durations == [milliseconds, milliseconds])
    }

    @Test(
        "The stored number counts repetitions",
        arguments: [(nil, 1), (0, 0), (1, 2), (65535, 65536)] as [(Int?, Int)])
    func loops(stored: Int?, plays: Int) throws {
        for name in ["NETSCAPE2.0", "ANIMEXTS1.0"] {
            let block = stored.map { GIFBytes.application(name, [1] + GIFBytes.little($0)) } ?? Data()
            let image = GIFBytes.image(0, 0, 1, 1, index: 1)
            let data = GIFBytes.header(1, 1) + block + image + image + GIFBytes.trailer
            #expect(try GIFDecoder().inspect(data, limits: .standard).loopCount == plays)
        }
    }

    @Test("What is no block after an image ends the file")
    func garbage() throws {
        let frames = try frames(
            GIFBytes.header(1, 1), GIFBytes.image(0, 0, 1, 1, index: 1), Data([0x00]),
            GIFBytes.image(0, 0, 1, 1, index: 2))
        #expect(frames == [Self.red])
    }
}
