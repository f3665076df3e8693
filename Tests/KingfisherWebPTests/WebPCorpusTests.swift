import Foundation
import KingfisherCore
import KingfisherTestKit
import KingfisherWebP
import TestCorpus
import Testing

private let files = Corpus.files(of: ["webp"])
private let stills = files.filter { $0.frames == 1 && $0.expect == "decode" }
private let animations = files.filter { ($0.frames ?? 0) > 1 }

/// Every file equals the reference decoder's pixels exactly; there is no file that differs.
///
/// dwebp tells the pixels of still images; it leaves EXIF orientation to others, so that it is undone here. Asked for
/// alpha, it shows some even in a file that states that it has none (bad_palette_index.webp); what counts is what it
/// writes of its own accord, which has none. Frames come from libwebp's animation decoder through Pillow, whose own
/// layer would drop alpha where the header announces none.
@Suite(
    "WebP files of other projects", .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    .timeLimit(.minutes(5)))
struct WebPCorpusTests {
    private static let hasDwebp = ChildProgram.path(of: "dwebp") != nil
    private static let hasPillow = FileManager.default.fileExists(
        atPath: "/usr/lib/python3/dist-packages/PIL")

    @Test("Inspection agrees with the manifest", arguments: files)
    func inspection(row: CorpusFile) throws {
        let size = try #require(row.uprightSize)
        let info = try WebPDecoder().inspect(try row.data(), limits: .standard)
        #expect(Int(info.orientation.rawValue) == row.orientation)
        #expect((info.width, info.height) == size)
        #expect(info.frameCount == row.frames)
    }

    @Test("Refused is what decoders refuse", arguments: files.filter { $0.expect != "decode" })
    func refusal(row: CorpusFile) throws {
        let error = #expect(throws: PluginError.self) { try WebPImage.decode(try row.data()) }
        #expect((error?.message.count ?? 0) > 20)
    }

    @Test(
        "Pixels are exactly those of dwebp", .enabled(if: hasDwebp, "skipped: no dwebp"), arguments: stills)
    func pixels(row: CorpusFile) async throws {
        let pixels = try stored(try WebPImage.decode(try row.data()).pixels, row)
        let isSame = try await dwebp(row, as: pixels.layout) == pixels.bytes
        #expect(isSame)
    }

    @Test(
        "Decoded small, pixels are exactly those of dwebp -scale",
        .enabled(if: hasDwebp, "skipped: no dwebp"), arguments: stills.filter { $0.orientation == 1 })
    func shrinking(row: CorpusFile) async throws {
        let target = DecodingTarget(width: 40, height: 40, mode: .fit)
        let image = try WebPImage.decode(try row.data(), DecodingOptions(target: target))
        let size = try #require(row.size)
        let least = target.minimumSize(forWidth: size.width, height: size.height)
        #expect((image.width, image.height) == least)
        guard least != size else { return }
        let expected = try await dwebp(
            row, as: image.pixels.layout, "-scale", "\(image.width)", "\(image.height)")
        let isSame = expected == image.pixels.bytes
        #expect(isSame)
    }

    @Test(
        "Frames are exactly those of libwebp's animation decoder",
        .enabled(if: hasPillow, "skipped: no python3-pil"), arguments: animations)
    func frames(row: CorpusFile) async throws {
        let frames = try #require(try WebPImage.decode(try row.data()).frames)
        #expect(frames.frameCount == row.frames)
        let script = """
            import sys
            from PIL import _webp
            decoder = _webp.WebPAnimDecoder(open(sys.argv[1], "rb").read())
            for _ in range(decoder.get_info()[4]):
                sys.stdout.buffer.write(decoder.get_next()[0])
            """
        // The system's own Python, as only that finds Debian's Pillow.
        let outcome = try await ChildProgram.run("env", ["/usr/bin/python3", "-c", script, row.url.path])
        var rest = outcome.output[...]
        for index in 0..<frames.frameCount {
            let rgba = try frames.frame(at: index).rgba
            let isSame = rgba == rest.prefix(rgba.count)
            #expect(isSame, "frame \(index)")
            rest = rest.dropFirst(rgba.count)
        }
        #expect(rest.isEmpty)
    }

    /// The samples that dwebp writes, with alpha where the layout has it.
    private func dwebp(
        _ row: CorpusFile, as layout: PixelLayout, _ options: String...
    ) async throws -> Data {
        let arguments = ["-quiet", layout.channels.hasAlpha ? "-pam" : "-ppm"] + options
        let outcome = try await ChildProgram.run("dwebp", arguments + [row.url.path, "-o", "-"])
        return outcome.output.suffix(layout.byteCount)
    }

    /// Upright pixels as the file stores them.
    private func stored(_ pixels: PixelBuffer, _ row: CorpusFile) throws -> PixelBuffer {
        let orientation = try #require(ImageOrientation(rawValue: UInt8(row.orientation)))
        // Turning by a quarter is undone by turning the other way; the rest undo themselves.
        let inverse: ImageOrientation =
            switch orientation {
            case .right: .left
            case .left: .right
            default: orientation
            }
        return try pixels.upright(from: inverse)
    }
}
