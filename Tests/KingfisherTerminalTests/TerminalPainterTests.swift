import Foundation
import KingfisherCore
import KingfisherTerminal
import KingfisherTestKit
import Testing

@Suite("Pictures in a terminal", .timeLimit(.minutes(1)))
struct TerminalPainterTests {
    private let picture: PixelBuffer

    init() throws {
        // Four columns of one colour each.
        let columns: [[UInt8]] = [[200, 30, 20], [20, 160, 60], [30, 60, 200], [250, 250, 250]]
        let row = columns.flatMap { color in (0..<40).flatMap { _ in color } }
        let layout = try PixelLayout(width: 160, height: 80, channels: .rgb)
        picture = try PixelBuffer(layout: layout, copying: Data((0..<80).flatMap { _ in row }))
    }

    private func draw(_ graphics: TerminalGraphics) throws -> TerminalPainter.Drawing {
        try TerminalPainter(TerminalCapabilities(graphics: graphics, colors: .all), columns: 16, rows: 10)
            .draw(picture)
    }

    @Test("a picture keeps its shape: cells are twice as high as wide")
    func shape() throws {
        let drawing = try draw(.symbols)
        #expect(drawing.columns == 16)
        #expect(drawing.rows == 4)
    }

    @Test("symbols are lines of cells in the picture's colours")
    func symbols() throws {
        let text = String(decoding: try draw(.symbols).text, as: UTF8.self)
        #expect(text.split(separator: "\n").count == 4)
        for color in ["200;30;20", "20;160;60", "30;60;200", "250;250;250"] {
            #expect(text.contains("8;2;\(color)"), "\(text.debugDescription)")
        }
    }

    @Test("sixels are what libsixel reads as the picture")
    func sixels() async throws {
        let drawing = try draw(.sixel)
        let folder = FileManager.default.temporaryDirectory.appending(path: "kf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (sixels, png) = (
            folder.appending(path: "drawing.six").path, folder.appending(path: "read.png").path
        )
        try drawing.text.write(to: URL(filePath: sixels))
        let reading = try await ChildProgram.run("sixel2png", ["-i", sixels, "-o", png])
        try #require(reading.exitCode == 0, "\(reading.errorText)")
        let format = "%w %h %[pixel:p{20,40}] %[pixel:p{100,40}]"
        let outcome = try await ChildProgram.run("convert", [png, "-format", format, "info:"])
        let text = String(decoding: outcome.output, as: UTF8.self)
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        try #require(numbers.count == 8, "\(text)")
        // Whole bands of six lines.
        #expect(Array(numbers[0...1]) == [160, 78])
        // Sixels name colours in hundredths, of which a step is 2.55.
        for (found, expected) in zip(numbers[2...], [200, 30, 20, 30, 60, 200]) {
            #expect(abs(found - expected) <= 3, "\(text)")
        }
    }

    @Test("kitty's protocol carries the pixels as they are")
    func kitty() throws {
        let text = String(decoding: try draw(.kitty).text, as: UTF8.self)
        // Chunks between ESC _ G and ESC \, each with keys, a semicolon, and base64.
        let chunks = text.components(separatedBy: "\u{1B}_G").dropFirst().map {
            $0.components(separatedBy: "\u{1B}\\")[0].split(separator: ";", omittingEmptySubsequences: false)
        }
        let keys = try #require(chunks.first?.first)
        #expect(keys.contains("f=32"))
        #expect(keys.contains("s=160"))
        #expect(keys.contains("v=80"))
        let pixels = chunks.dropFirst(chunks[0].count > 1 ? 0 : 1).compactMap {
            $0.count > 1 ? Data(base64Encoded: String($0[1])) : nil
        }.reduce(Data(), +)
        try #require(pixels.count == 160 * 80 * 4)
        #expect(Array(pixels[..<4]) == [200, 30, 20, 255])
        #expect(Array(pixels[(159 * 4)..<(160 * 4)]) == [250, 250, 250, 255])
    }

    @Test(
        "a terminal is known by its environment",
        arguments: [
            (["TERM": "xterm-kitty"], TerminalGraphics.kitty), (["TERM": "foot"], .sixel),
            (["TERM": "xterm-256color"], .symbols), ([:], .symbols),
            (["TERM": "xterm-kitty", "TMUX": "/run/tmux,1,0"], .symbols),
        ])
    func detection(environment: [String: String], expected: TerminalGraphics) {
        #expect(TerminalCapabilities(environment: environment).graphics == expected)
    }

    @Test("gray, premultiplied and 16-bit pixels are drawn as well, and a picture of one pixel")
    func kinds() throws {
        let painter = TerminalPainter(
            TerminalCapabilities(graphics: .symbols, colors: .all), columns: 4, rows: 4)
        for channels in [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba] {
            for depth in [PixelLayout.Depth.eight, .sixteen] {
                let layout = try PixelLayout(width: 1, height: 1, channels: channels, depth: depth)
                #expect(try painter.draw(TestImage.slopes(layout)).text.isEmpty == false)
            }
        }
        let layout = try PixelLayout(width: 9, height: 3, channels: .rgba, premultiplied: true)
        #expect(try painter.draw(TestImage.slopes(layout)).columns == 4)
    }
}
