import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("The conformance suites notice what a codec does wrong", .timeLimit(.minutes(5)))
struct ConformanceCatchesFaultsTests {
    @Test("A faulty decoder fails", arguments: FaultyDecoder.Fault.allCases)
    func faultyDecoder(fault: FaultyDecoder.Fault) async throws {
        let samples = try ["rgb-icc", "rgb-alpha-16", "exif-6"].map { try Fixtures.sample("png/\($0).png") }
        let suite = DecoderConformance(
            FaultyDecoder(fault: fault), samples: samples, oversized: [try Fixtures.sample("png/huge.png")])
        let failure = await #expect(throws: TestKitFailure.self) { try await suite.run() }
        #expect(failure?.description.contains(fault.rawValue) == true, "\(String(describing: failure))")
    }

    @Test("A faulty encoder fails", arguments: FaultyEncoder.Fault.allCases)
    func faultyEncoder(fault: FaultyEncoder.Fault) async throws {
        let suite = EncoderConformance(
            FaultyEncoder(fault: fault), decoder: PNGDecoder(),
            abilities: .init(tolerance: 0, keepsSixteenBits: true, embedsProfiles: true))
        let failure = await #expect(throws: TestKitFailure.self) { try await suite.run() }
        #expect(failure?.description.contains(fault.rawValue) == true, "\(String(describing: failure))")
    }
}

/// PNG's decoder with one promise broken; the raw values are words of the failure that has to follow.
struct FaultyDecoder: ImageDecoder {
    enum Fault: String, CaseIterable, Sendable {
        case recognizesStrangers = "is recognised as its own"
        case anotherError = "has to throw a PluginError, not"
        case sizeAsStored = "inspect says"
        case losesProfile = "differ on the colour profile"
        case sixteenUnasked = "it keeps 16 bits"
        case noPixelLimit = "decoding one pixel too many"
        case noByteLimit = "decoding one byte too many"
        case acceptsTruncation = "has to throw a PluginError but succeeded"
        case unflaggedPartial = "not flagged as partial"
        case confusedByTrailer = "trailer"
        case losesScale = "scale of the options"
        case ignoresCancellation = "has to throw CancellationError"
    }

    let fault: Fault
    var formats: [ImageFormat] { PNGDecoder().formats }

    func recognizes(_ prefix: Span<UInt8>) -> Bool {
        fault == .recognizesStrangers && prefix.count > 20 || PNGDecoder().recognizes(prefix)
    }

    func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        var info = try PNGDecoder().inspect(data, limits: limits)
        if fault == .sizeAsStored, info.orientation.swapsAxes { swap(&info.width, &info.height) }
        if fault == .losesProfile { info.iccProfile = nil }
        return info
    }

    func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        var options = options
        switch fault {
        case .sixteenUnasked: options.keepsHighDepth = true
        case .noPixelLimit: options.limits.pixels = .max
        case .noByteLimit: options.limits.encodedBytes = .max
        case .acceptsTruncation: options.allowsPartial = true
        case .losesScale: options.scale = 1
        case .confusedByTrailer where data.suffix(8) != PNGBytes.chunk("IEND", []).suffix(8):
            throw PluginError(.corrupt, pluginID: "png", message: "confused by a trailer")
        case .ignoresCancellation where WorkCancellation.isCancelled:
            return Image(pixels: try PixelCanvas(PixelLayout(width: 1, height: 1, channels: .gray)).freeze())
        default: break
        }
        do {
            var image = try PNGDecoder().decode(data, options: options)
            if fault == .unflaggedPartial { image.isPartial = false }
            return image
        } catch let error as PluginError where fault == .anotherError {
            throw TestKitFailure(error.message)
        }
    }
}

/// PNG's encoder with one promise broken; the raw values are words of the failure that has to follow.
struct FaultyEncoder: ImageEncoder {
    enum Fault: String, CaseIterable, Sendable {
        case anotherFormat = "the decoder does not recognise the bytes"
        case dropsAlpha = "the alpha channel came back"
        case reducesDepth = "it came back as eight bits"
        case offByOne = "off by 1.0 steps"
        case takesPremultipliedAsStraight = "alpha premultiplied"
        case losesProfile = "the profile came back as none"
        case keepsProfileAlways = "to be left out"
        case ignoresCancellation = "has to throw CancellationError"
    }

    let fault: Fault
    let format = ImageFormat.png
    let supportsAlpha = true

    func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        var (image, options) = (image, options)
        let layout = image.pixels.layout
        switch fault {
        case .anotherFormat: return Data("GIF89a".utf8)
        case .dropsAlpha where layout.channels == .grayAlpha:
            image.pixels = try Self.copy(image.pixels, as: layout.with(channels: .gray)) { $0 * 2 }
        case .reducesDepth where layout.depth == .sixteen:
            let shallow = try PixelLayout(
                width: layout.width, height: layout.height, channels: layout.channels)
            image.pixels = try Self.copy(image.pixels, as: shallow) { $0 * 2 }
        case .offByOne where layout.depth == .eight:
            image.pixels = try Self.copy(image.pixels, as: layout) {
                $0
            } adding: {
                $0 == 0 ? 1 : $0 - 1
            }
        case .takesPremultipliedAsStraight where layout.alphaMode == .premultiplied:
            image.pixels = try Self.copy(image.pixels, as: layout.with(premultiplied: false)) { $0 }
        case .losesProfile: options.embedsProfile = false
        case .keepsProfileAlways: options.embedsProfile = true
        case .ignoresCancellation where WorkCancellation.isCancelled: return Data()
        default: break
        }
        return try PNGEncoder().encode(image, options: options)
    }

    /// Other pixels out of the bytes of the given ones.
    private static func copy(
        _ pixels: PixelBuffer, as layout: PixelLayout, from source: (Int) -> Int,
        adding change: (UInt8) -> UInt8 = { $0 }
    ) throws -> PixelBuffer {
        let bytes = pixels.withBytes { span in
            (0..<layout.byteCount).map { change(span.unsafeLoad(fromByteOffset: source($0), as: UInt8.self)) }
        }
        return try PixelBuffer(layout: layout, copying: Data(bytes))
    }
}
