import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KFCommand

/// The processors of the command's own.
@Suite(.timeLimit(.minutes(1)))
struct ProcessorTests {
    private let options = KingfisherParsedOptionsInfo()

    private func square(_ channels: PixelLayout.Channels = .rgb) throws -> Image {
        try TestAnimation.wanderingSquare(PixelLayout(width: 16, height: 8, channels: channels))
    }

    @Test func aFrameIsTakenByItsIndex() throws {
        let image = try square()
        let taken = try FrameProcessor(index: 2).process(item: .image(image), options: options)
        #expect(try taken?.pixels.bytes == image.frames?.frame(at: 2).bytes)
        #expect(taken?.frames == nil)
        let error = #expect(throws: PluginError.self) {
            try FrameProcessor(index: 4).process(item: .image(image), options: options)
        }
        #expect(error?.message == "The animation has the frames 0 to 3; there is no --frame 4.")
    }

    @Test func theBackgroundShowsWhereNothingElseDoes() throws {
        let processor = BackgroundProcessor(color: RGBColor(red: 1, green: 2, blue: 3))
        let flat = try #require(try processor.process(item: .image(square(.rgba)), options: options))
        #expect(!flat.hasAlpha)
        #expect(try flat.pixels.bytes.suffix(3) == square(.rgb).pixels.bytes.suffix(3))
        #expect(flat.pixels.bytes.dropFirst(15 * 3).prefix(3) == Data([1, 2, 3]))
    }
}

extension PixelBuffer {
    fileprivate var bytes: Data { withBytes { $0.withUnsafeBytes { Data($0) } } }
}
