import KingfisherCore
import Testing

@Suite("Pixel layouts", .timeLimit(.minutes(1)))
struct PixelLayoutTests {
    @Test("Row and byte counts follow from size, channels and depth")
    func counts() throws {
        let layout = try PixelLayout(width: 7, height: 3, channels: .rgb, depth: .sixteen)
        #expect(layout.bytesPerPixel == 6)
        #expect(layout.samplesPerRow == 21)
        #expect(layout.bytesPerRow == 42)
        #expect(layout.byteCount == 126)
    }

    @Test(
        "An empty or negative size is refused",
        arguments: [(0, 1), (1, 0), (-1, 1), (1, -1), (Int.min, Int.min)])
    func emptySize(width: Int, height: Int) {
        let error = #expect(throws: PluginError.self) {
            try PixelLayout(width: width, height: height, channels: .rgba)
        }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("\(width)x\(height)") == true)
    }

    @Test(
        "A size whose bytes do not fit an Int is refused",
        arguments: [(Int.max, 2), (2, Int.max), (Int.max, Int.max), (Int.max / 4, 1), (1 << 32, 1 << 31)])
    func overflow(width: Int, height: Int) {
        let error = #expect(throws: PluginError.self) {
            try PixelLayout(width: width, height: height, channels: .rgba, depth: .sixteen)
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test("The largest block that fits an Int is still a layout")
    func largest() throws {
        let layout = try PixelLayout(width: Int.max / 8, height: 1, channels: .rgba, depth: .sixteen)
        #expect(layout.byteCount == Int.max / 8 * 8)
    }

    @Test("Memory the system does not have is an error, not a trap")
    func noMemory() throws {
        let layout = try PixelLayout(width: Int.max / 8, height: 1, channels: .rgba, depth: .sixteen)
        let error = #expect(throws: PluginError.self) { _ = try PixelCanvas(layout) }
        #expect(error?.code == .outOfMemory)
    }

    @Test("The alpha mode is none without an alpha channel, and otherwise as asked")
    func alphaMode() throws {
        #expect(try PixelLayout(width: 1, height: 1, channels: .rgb, premultiplied: true).alphaMode == .none)
        #expect(try PixelLayout(width: 1, height: 1, channels: .rgba).alphaMode == .straight)
        let layout = try PixelLayout(width: 1, height: 1, channels: .grayAlpha, premultiplied: true)
        #expect(layout.alphaMode == .premultiplied)
        #expect(try layout.resized(width: 5, height: 6).alphaMode == .premultiplied)
        #expect(try layout.with(channels: .rgba).alphaMode == .premultiplied)
        #expect(try layout.with(channels: .gray).alphaMode == .none)
        #expect(try layout.with(premultiplied: false).alphaMode == .straight)
    }

    @Test("A resized layout is checked like a new one")
    func resizedOverflow() throws {
        let layout = try PixelLayout(width: 1, height: 1, channels: .rgba)
        #expect(throws: PluginError.self) { try layout.resized(width: Int.max, height: 2) }
        #expect(throws: PluginError.self) { try layout.resized(width: 0, height: 2) }
    }
}
