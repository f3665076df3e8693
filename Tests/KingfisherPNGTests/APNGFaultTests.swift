import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("A faulty animation becomes its default image", .timeLimit(.minutes(5)))
struct APNGFaultTests {
    private let decoder = PNGDecoder()

    /// What goes wrong, and the chunks after it went wrong.
    private static let faults: [(name: String, change: @Sendable ([PNGBytes.Chunk]) -> [PNGBytes.Chunk])] = [
        ("a missing frame", { chunks in Array(chunks.dropLast(3)) + chunks.suffix(1) }),
        ("a frame too many", { Self.editing($0, "acTL") { $0[3] -= 1 } }),
        ("no frames", { Self.editing($0, "acTL") { $0[3] = 0 } }),
        ("two controls", { chunks in chunks.flatMap { $0.type == "acTL" ? [$0, $0] : [$0] } }),
        (
            "a control behind the pixels",
            { chunks in
                let control = chunks.filter { $0.type == "acTL" }
                return chunks.filter { $0.type != "acTL" && $0.type != "IEND" } + control + chunks.suffix(1)
            }
        ),
        ("a gap in the sequence", { Self.editing($0, "fdAT") { $0[3] += 1 } }),
        ("a frame without data", { chunks in chunks.filter { $0.type != "fdAT" } }),
        ("a frame wider than the canvas", { Self.editing($0, "fcTL", last: true) { $0[7] = 200 } }),
        ("a frame beyond the canvas", { Self.editing($0, "fcTL", last: true) { $0[15] = 200 } }),
        ("an empty frame", { Self.editing($0, "fcTL", last: true) { $0[7] = 0 } }),
        ("an unknown disposal", { Self.editing($0, "fcTL", last: true) { $0[24] = 3 } }),
        ("an unknown blending", { Self.editing($0, "fcTL", last: true) { $0[25] = 2 } }),
        ("a first frame that is not the default image", { Self.editing($0, "fcTL") { $0[7] -= 1 } }),
        ("frame data too short for its number", { Self.editing($0, "fdAT") { $0 = [0, 0] } }),
    ]

    private static func editing(
        _ chunks: [PNGBytes.Chunk], _ type: String, last: Bool = false, _ edit: (inout [UInt8]) -> Void
    ) -> [PNGBytes.Chunk] {
        var chunks = chunks
        let index = last ? chunks.lastIndex { $0.type == type } : chunks.firstIndex { $0.type == type }
        guard let index else { return chunks }
        var content = chunks[index].content
        edit(&content)
        chunks[index] = PNGBytes.Chunk(type: type, content: content)
        return chunks
    }

    @Test("Any fault", arguments: faults.indices)
    func fallsBack(index: Int) throws {
        let (name, change) = Self.faults[index]
        let data = try Fixtures.data("apng/rgb.png")
        let expected = try decoder.decode(
            PNGBytes.removing(["acTL", "fcTL", "fdAT"], from: data), options: DecodingOptions())
        let damaged = PNGBytes.file(of: change(PNGBytes.contents(of: data)))
        let info = try decoder.inspect(damaged, limits: .standard)
        #expect(info.frameCount == 1, "\(name)")
        #expect(info.format == .png, "\(name)")
        let image = try decoder.decode(damaged, options: DecodingOptions())
        #expect(image.frames == nil, "\(name)")
        #expect(image.metadata.format == .png, "\(name)")
        #expect(image.pixels.isIdentical(to: expected.pixels), "\(name)")
    }

    @Test("A wrong checksum in any animation chunk", arguments: ["acTL", "fcTL", "fdAT"])
    func checksums(type: String) throws {
        var data = try Fixtures.data("apng/rgb.png")
        let place = try #require(data.range(of: Data(type.utf8)))
        data[place.upperBound + 3] ^= 1
        #expect(try decoder.decode(data, options: DecodingOptions()).frames == nil)
        #expect(try decoder.inspect(data, limits: .standard).frameCount == 1)
    }

    @Test("Damaged pixels of a later frame show when the frame is asked for")
    func damagedFrame() throws {
        let chunks = Self.editing(
            PNGBytes.contents(of: try Fixtures.data("apng/rgb.png")), "fdAT", last: true
        ) { $0.replaceSubrange(6..<10, with: [9, 9, 9, 9]) }
        let frames = try #require(
            try decoder.decode(PNGBytes.file(of: chunks), options: DecodingOptions()).frames)
        _ = try frames.frame(at: frames.frameCount - 2)
        let error = #expect(throws: PluginError.self) { try frames.frame(at: frames.frameCount - 1) }
        #expect(error?.code == .corrupt)
    }

    @Test("A hidden default image stands in for a first frame that does not decode")
    func damagedFirstFrame() throws {
        let data = try Fixtures.data("apng/rgb-hidden.png")
        let chunks = Self.editing(PNGBytes.contents(of: data), "fdAT") {
            $0.replaceSubrange(6..<10, with: [9, 9, 9, 9])
        }
        let image = try decoder.decode(PNGBytes.file(of: chunks), options: DecodingOptions())
        let still = PNGBytes.removing(["acTL", "fcTL", "fdAT"], from: data)
        let expected = try decoder.decode(still, options: DecodingOptions())
        #expect(image.frames == nil)
        #expect(image.pixels.isIdentical(to: expected.pixels))
    }

    @Test("A cut animation is incomplete, and its default image where a part is allowed")
    func truncated() throws {
        let data = try Fixtures.data("apng/rgba.png")
        for count in stride(from: 40, to: data.count, by: 11) {
            let error = #expect(throws: PluginError.self) {
                try decoder.decode(data.prefix(count), options: DecodingOptions())
            }
            #expect(error?.code == .truncated)
        }
        let part = try decoder.decode(data.dropLast(30), options: DecodingOptions(allowsPartial: true))
        #expect(part.isPartial)
        #expect(part.frames == nil)
    }

    @Test(
        "Random damage gives an animation, an image or an error",
        arguments: ["rgba", "palette-alpha", "rgba-16"])
    func mutations(name: String) throws {
        let data = try Fixtures.data("apng/\(name).png")
        var random = RepeatableRandom(seed: 7)
        for round in 0..<700 {
            let chunks = PNGBytes.contents(of: data)
            let index = Int.random(in: 0..<chunks.count, using: &random)
            var mutated = chunks
            var content = chunks[index].content
            guard !content.isEmpty else { continue }
            content[Int.random(in: 0..<content.count, using: &random)] = UInt8.random(
                in: .min ... .max, using: &random)
            mutated[index] = PNGBytes.Chunk(type: chunks[index].type, content: content)
            // Every other file has checksums that agree, so that the damage gets further.
            var file = PNGBytes.file(of: mutated)
            if round % 2 == 0 {
                file = data
                file[Int.random(in: 0..<file.count, using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
            }
            let options = DecodingOptions(limits: .untrusted, keepsHighDepth: round % 3 == 0)
            guard let image = try? decoder.decode(file, options: options), let frames = image.frames else {
                continue
            }
            for frame in (0..<frames.frameCount).reversed() { _ = try? frames.frame(at: frame) }
        }
    }
}
