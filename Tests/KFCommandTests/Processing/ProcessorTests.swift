import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KFCommand

/// The processors of the command's own.
@Suite(.timeLimit(.minutes(1)))
struct ProcessorTests {
    private let options = KingfisherParsedOptionsInfo()

    private func square() throws -> Image {
        try TestAnimation.wanderingSquare(PixelLayout(width: 16, height: 8, channels: .rgb))
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
}

extension PixelBuffer {
    fileprivate var bytes: Data { withBytes { $0.withUnsafeBytes { Data($0) } } }
}
