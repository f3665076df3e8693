import Foundation
import KingfisherCore
import KingfisherProcessing
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ColorProcessorTests {
    private func processed(_ image: Image, by processor: some ImageProcessor) throws -> Image {
        try #require(try processor.process(item: .image(image), options: .init()))
    }

    @Test("Black and white is colour controls without saturation, 0.7 stops lighter")
    func blackWhite() throws {
        let image = Image(pixels: try noise(width: 30, height: 20, .rgba))
        let result = try processed(image, by: BlackWhiteProcessor())
        let controls = ColorControlsProcessor(brightness: 0, contrast: 1, saturation: 0, inputEV: 0.7)
        #expect(samples(result.pixels) == samples(try processed(image, by: controls).pixels))
        let all = samples(result.pixels)
        for start in stride(from: 0, to: all.count, by: 4) {
            #expect(all[start] == all[start + 1] && all[start] == all[start + 2])
        }
    }

    @Test("The image that a caller holds is not written to")
    func callersImage() throws {
        let image = Image(pixels: try noise(width: 30, height: 20, .rgb))
        let before = samples(image.pixels)
        _ = try processed(image, by: BlackWhiteProcessor())
        _ = try processed(image, by: BlackWhiteProcessor() |> TintImageProcessor(tint: .black))
        #expect(samples(image.pixels) == before)
    }

    @Test("A chain writes into the memory that its first processor made")
    func inPlace() throws {
        let witness = PlaceWitness()
        let chain =
            ResizingImageProcessor(width: 20) |> witness |> BlackWhiteProcessor()
            |> TintImageProcessor(tint: RGBAColor(red: 1, green: 0, blue: 0, alpha: 0.2)) |> witness
        _ = try processed(Image(pixels: try noise(width: 30, height: 20, .rgb)), by: chain)
        let places = witness.places.list.withLock { $0 }
        #expect(places.count == 2 && places[0] == places[1])
    }

    @Test("Flattening lays the image on the background and drops alpha")
    func flatten() throws {
        let image = Image(
            pixels: try buffer([200, 100, 0, 255, 200, 100, 0, 0, 200, 100, 0, 51], width: 3, .rgba))
        let background = RGBColor(red: 10, green: 20, blue: 250)
        let result = try processed(image, by: FlattenProcessor(background: background))
        #expect(result.pixels.layout.channels == .rgb)
        #expect(samples(result.pixels) == [200, 100, 0, 10, 20, 250, 48, 36, 200])
    }

    @Test("The result has the load's scale, and metadata stays")
    func scale() throws {
        var image = Image(pixels: try noise(width: 4, height: 4, .rgb))
        image.metadata.format = .png
        let options = KingfisherParsedOptionsInfo([.scaleFactor(3)])
        let result = try #require(try BlackWhiteProcessor().process(item: .image(image), options: options))
        #expect(result.scale == 3)
        #expect(result.metadata.format == .png)
    }

    @Test("A value that is no number is an error that says what changes nothing")
    func notANumber() throws {
        let processor = ColorControlsProcessor(brightness: .nan, contrast: 1, saturation: 1, inputEV: 0)
        let error = #expect(throws: PluginError.self) {
            try processed(Image(pixels: try noise(width: 2, height: 2, .rgb)), by: processor)
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("contrast 1") == true)
    }

    @Test("Every frame of an animation is processed, with its timing")
    func animation() throws {
        let frames = ListedFrames(
            frames: try (1...3).map { try buffer(Array(repeating: $0 * 60, count: 12), width: 2, .rgb) },
            durations: [.milliseconds(40), .milliseconds(90), .seconds(2)])
        let image = Image(pixels: try frames.frame(at: 0), frames: frames)
        let tint = TintImageProcessor(tint: RGBAColor(red: 0, green: 0, blue: 0, alpha: 0.5))
        let result = try #require(try tint.image(of: .image(image), options: .init())?.frames)
        #expect(result.frameCount == 3)
        for index in 0..<3 {
            #expect(result.duration(at: index) == frames.durations[index])
            #expect(samples(try result.frame(at: index)) == Array(repeating: (index + 1) * 30, count: 12))
        }
    }
}

/// Changes nothing, and notes where the pixels lie.
private struct PlaceWitness: InPlaceImageProcessor {
    final class Places: Sendable {
        let list = Lock<[UInt]>([])
    }

    let identifier = "witness"
    let places = Places()

    func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let address = image.pixels.withBytes { bytes in
            bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        }
        places.list.withLock { $0.append(address) }
        return image
    }
}
