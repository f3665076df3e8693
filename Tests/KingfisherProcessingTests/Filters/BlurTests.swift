import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(3)))
struct BlurTests {
    static let radii = [0.3, 1, 2, 2.9, 5, 20, 100]

    /// Hard edges and patterns of every fineness, where a coarse grid would show.
    private func patterns(_ depth: PixelLayout.Depth) throws -> PixelBuffer {
        let top = depth == .eight ? 255 : 65_535
        return try buffer(
            (0..<150 * 30).flatMap { place -> [Int] in
                let (x, y) = (place % 150, place / 150)
                return [x / 37 % 2 * top, (x * x / 40 + y) % 2 * top, x > 75 ? top : 0]
            }, width: 150, .rgb, depth: depth)
    }

    private func difference(_ result: PixelBuffer, _ expected: [Double]) -> Double {
        zip(samples(result), expected).map { abs(Double($0) - $1) }.max() ?? .infinity
    }

    @Test("A blur is within a step of a Gaussian in double precision", arguments: radii)
    func gaussian(_ radius: Double) throws {
        for source in [try patterns(.eight), try noise(width: 61, height: 43, .gray)] {
            let expected = GaussianReference(radius: radius).blur(source)
            // Half a step is rounding.
            #expect(difference(try source.blurred(radius: radius), expected) <= 0.6)
        }
    }

    @Test("At 16 bits a blur is within two ten-thousandths", arguments: radii)
    func deep(_ radius: Double) throws {
        let source = try patterns(.sixteen)
        let expected = GaussianReference(radius: radius).blur(source)
        #expect(difference(try source.blurred(radius: radius), expected) <= 13)
    }

    @Test("Every layout is blurred channel by channel, premultiplied", arguments: ResizePropertyTests.layouts)
    func layouts(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try noise(width: 33, height: 20, channels, depth: depth)
        for radius in [1.5, 6] {
            let result = try source.blurred(radius: radius)
            let expected = GaussianReference(radius: radius).blur(try source.premultiplied())
            #expect(result.layout.depth == depth && result.layout.channels == channels)
            #expect(result.layout.alphaMode == (channels.hasAlpha ? .premultiplied : .none))
            #expect(difference(result, expected) <= (depth == .eight ? 0.6 : 13))
        }
    }

    @Test("A single colour stays that colour, in the smallest images and with the widest blur")
    func constants() throws {
        for (width, height) in [(1, 1), (1, 9), (17, 2)] {
            let source = try buffer(Array(repeating: 201, count: width * height), width: width, .gray)
            for radius in [0, 0.01, 1, 7.7, 300, PixelBuffer.largestBlurRadius] {
                #expect(samples(try source.blurred(radius: radius)) == samples(source))
            }
        }
    }

    @Test("Several cores make what one makes")
    func large() throws {
        let source = try noise(width: 2200, height: 500, .gray)
        let whole = try source.blurred(radius: 6)
        let part = try source.cropped(x: 0, y: 200, width: 2200, height: 100).blurred(radius: 6)
        let middle = try whole.cropped(x: 0, y: 245, width: 2200, height: 10)
        #expect(largestDifference(middle, try part.cropped(x: 0, y: 45, width: 2200, height: 10)) <= 1)
    }

    @Test("A radius that cannot be is an error that says what can", arguments: [-1, .nan, .infinity, 10_001])
    func badRadius(_ radius: Double) throws {
        let source = try noise(width: 4, height: 4, .rgb)
        let error = #expect(throws: PluginError.self) { try source.blurred(radius: radius) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("from 0 to 10000") == true)
        #expect(throws: PluginError.self) { try source.sharpened(radius: radius, amount: 1) }
        #expect(throws: PluginError.self) { try source.sharpened(radius: 1, amount: radius) }
    }

    @Test("A cancelled blur of 48 megapixels with a radius of 100 ends soon")
    func cancellation() async throws {
        let source = try PixelCanvas(PixelLayout(width: 8000, height: 6000, channels: .rgb)).freeze()
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            try await WorkPool.processing.run {
                started.continuation.finish()
                return try source.blurred(radius: 100)
            }
        }
        for await _ in started.stream {}
        let clock = ContinuousClock()
        let cancelled = clock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // A bound against hanging.
        #expect(clock.now - cancelled < .seconds(5))
    }

    @Test("Radius counts in points")
    func scale() throws {
        let image = Image(pixels: try noise(width: 20, height: 20, .rgb))
        let options = KingfisherParsedOptionsInfo([.scaleFactor(2)])
        let result = try BlurImageProcessor(blurRadius: 1.5).process(item: .image(image), options: options)
        #expect(samples(try #require(result).pixels) == samples(try image.pixels.blurred(radius: 3)))
    }
}
