import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import TestCorpus
import Testing

@Suite(
    "Animations found in the wild show the frames that FFmpeg shows",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), .timeLimit(.minutes(5)))
struct APNGCorpusTests {
    private let decoder = PNGDecoder()

    @Test(
        "Every frame has the pixels that FFmpeg gives",
        .enabled(if: ChildProgram.path(of: "ffmpeg") != nil, "skipped: no ffmpeg"))
    func frames() async throws {
        for entry in Corpus.files(of: ["apng"]) where entry.expect != "reject" {
            let data = try entry.data()
            guard let image = try? decoder.decode(data, options: DecodingOptions(keepsHighDepth: true)),
                let frames = image.frames
            else { continue }
            guard !Self.beyondFFmpeg.contains(entry.path) else { continue }
            let isDeep = image.pixels.layout.depth == .sixteen
            let expected = try await Self.ffmpeg(entry.url, frames.frameCount, isDeep: isDeep)
            let size = image.width * image.height * (isDeep ? 8 : 4)
            try #require(expected.count == frames.frameCount * size, "\(entry.path)")
            for index in 0..<frames.frameCount {
                let ours = try Self.bytes(frames.frame(at: index), isDeep: isDeep)
                #expect(ours == expected[index * size..<(index + 1) * size], "\(entry.path), frame \(index)")
            }
        }
    }

    @Test("Two files that FFmpeg does not read are what their authors meant")
    func beyondFFmpeg() throws {
        // One colour a frame. The second frame of the other is blue of alpha 0x8000 over opaque black, in 16 bits.
        let colors: [[[UInt16]]] = [
            [[65535, 0, 0, 65535], [0, 65535, 0, 65535]], [[0, 0, 0, 65535], [0, 0, 0x8000, 65535]],
        ]
        for (path, colors) in zip(Self.beyondFFmpeg, colors) {
            let entry = try #require(Corpus.files(of: ["apng"]).first { $0.path == path })
            let image = try decoder.decode(try entry.data(), options: DecodingOptions(keepsHighDepth: true))
            let frames = try #require(image.frames)
            for (index, color) in colors.enumerated() {
                let samples = try frames.frame(at: index).rgba16()
                #expect(
                    samples.indices.allSatisfy { samples[$0] == color[$0 % 4] },
                    "\(path), \(samples.prefix(4))")
            }
        }
    }

    /// It refuses a frame's control chunk in front of the animation's, and does not lay 16-bit frames over each other.
    private static let beyondFFmpeg = ["apng/pillow__fctl_actl.png", "apng/pillow__mode_16bit.png"]

    /// RGBA bytes as FFmpeg writes them, 16-bit samples in big-endian order.
    private static func bytes(_ pixels: PixelBuffer, isDeep: Bool) throws -> Data {
        let rgba = try pixels.converted(to: PixelKind(.rgba, isDeep ? .sixteen : .eight))
        guard isDeep else { return rgba.withBytes { $0.withUnsafeBytes { Data($0) } } }
        return rgba.withSamples16 { samples in
            Data(samples.indices.flatMap { [UInt8(samples[$0] >> 8), UInt8(samples[$0] & 255)] })
        }
    }

    private static func ffmpeg(_ file: URL, _ count: Int, isDeep: Bool) async throws -> Data {
        let outcome = try await ChildProgram.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", file.path, "-frames:v", "\(count)", "-vsync", "passthrough",
                "-f", "rawvideo", "-pix_fmt", isDeep ? "rgba64be" : "rgba", "-",
            ])
        return outcome.output
    }
}
