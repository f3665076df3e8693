import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("PNG refuses hostile files quickly and in words", .timeLimit(.minutes(2)))
struct PNGHostileTests {
    private let decoder = PNGDecoder()

    @Test("Cut at every byte, a file is incomplete", arguments: ["rgb-8", "rgb-alpha-16-interlaced"])
    func everyTruncation(name: String) throws {
        let data = try Fixtures.data("png/\(name).png")
        for count in 0..<data.count {
            let error = #expect(throws: PluginError.self) {
                try decoder.decode(data.prefix(count), options: DecodingOptions())
            }
            #expect(error?.code == .truncated, "at \(count) bytes: \(String(describing: error))")
        }
    }

    @Test("A file cut in the pixels gives the rows so far where a partial image is allowed")
    func partialImage() throws {
        let data = try Fixtures.data("png/rgb-8.png")
        let whole = try decoder.decode(data, options: DecodingOptions())
        // All rows are there, only the closing chunk is not.
        let unclosed = try decoder.decode(data.dropLast(12), options: DecodingOptions(allowsPartial: true))
        #expect(unclosed.isPartial)
        #expect(unclosed.pixels.isIdentical(to: whole.pixels))
        let half = try decoder.decode(
            data.prefix(data.count / 2), options: DecodingOptions(allowsPartial: true))
        #expect(half.isPartial)
        let rowLength = whole.width * 4
        #expect(half.pixels.rgba16().prefix(rowLength) == whole.pixels.rgba16().prefix(rowLength))
        #expect(!half.pixels.isIdentical(to: whole.pixels))
    }

    @Test("A header of 2^31-1 squared pixels is described, and refused for its size")
    func hugeHeader() throws {
        let data = try Fixtures.data("png/huge.png")
        let info = try decoder.inspect(data, limits: .standard)
        #expect(info.width == Int(Int32.max))
        #expect(info.height == Int(Int32.max))
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(data, options: DecodingOptions())
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("2147483647x2147483647") == true)
    }

    @Test("A colour profile that unpacks to more than the limit is refused, in bounded memory")
    func profileBomb() throws {
        let content = Array("bomb".utf8) + [0, 0] + PNGBytes.gibibyteOfZeros
        let small = try Fixtures.data("png/rgb-8.png")
        let bomb = PNGBytes.inserting(PNGBytes.chunk("iCCP", content), before: "IDAT", in: small)
        let before = Self.peakKilobytes()
        for data in [bomb, try Fixtures.data("png/iccp-bomb.png")] {
            let error = #expect(throws: PluginError.self) {
                try decoder.decode(data, options: DecodingOptions())
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("DecodingLimits.metadataBytes") == true)
            #expect(throws: PluginError.self) { try decoder.inspect(data, limits: .standard) }
        }
        // Far below the gibibyte that the bomb would take, far above what tests that run beside this one take.
        #expect(Self.peakKilobytes() - before < 512 << 10)
    }

    @Test("A profile at the limit is kept, one byte more is refused")
    func profileLimit() throws {
        let data = try Fixtures.data("png/rgb-icc.png")
        let profile = try #require(try decoder.inspect(data, limits: .standard).iccProfile)
        var limits = DecodingLimits.standard
        limits.metadataBytes = profile.data.count
        #expect(try decoder.inspect(data, limits: limits).iccProfile == profile)
        limits.metadataBytes -= 1
        let error = #expect(throws: PluginError.self) { try decoder.inspect(data, limits: limits) }
        #expect(error?.code == .limitExceeded)
    }

    @Test("Image data that unpacks to far more than the picture is refused")
    func imageDataBomb() throws {
        // A gibibyte of zeros is rows of filter 0; the picture needs a few hundred bytes of them.
        let header = try #require(PNGBytes.chunks(of: try Fixtures.data("png/rgb-8.png")).first).bytes
        let data =
            PNGBytes.signature + header + PNGBytes.chunk("IDAT", PNGBytes.gibibyteOfZeros)
            + PNGBytes.chunk("IEND", [])
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(data, options: DecodingOptions())
        }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("beyond the last row") == true)
    }

    @Test("Text named .png and an empty file are refused in words of their own")
    func textAndNothing() throws {
        for (name, words) in [("text", "signature"), ("empty", "no data")] {
            let data = try Fixtures.data("png/\(name).png")
            let error = #expect(throws: PluginError.self) {
                try decoder.decode(data, options: DecodingOptions())
            }
            #expect(error?.message.contains(words) == true)
        }
    }

    @Test("Apple's private variant is named")
    func privateVariant() throws {
        let data = PNGBytes.inserting(
            PNGBytes.chunk("CgBI", [0x50, 0, 0x20, 2]), before: "IHDR", in: try Fixtures.data("png/rgb-8.png")
        )
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(data, options: DecodingOptions())
        }
        #expect(error?.message.contains("CgBI") == true)
    }

    @Test(
        "A chunk that nobody asked for spoils nothing", arguments: ["iTXt", "zTXt", "tEXt", "fdAT", "prVt"])
    func ancillaryChunks(type: String) throws {
        let data = try Fixtures.data("png/rgb-8.png")
        let whole = try decoder.decode(data, options: DecodingOptions())
        // More than the metadata limit, and with a checksum that is wrong on top.
        let length = 20 << 20
        let chunk =
            PNGBytes.bigEndian(UInt32(length)) + Data(type.utf8) + Data(repeating: 0x41, count: length + 4)
        for place in ["IDAT", "IEND"] {
            let image = try decoder.decode(
                PNGBytes.inserting(chunk, before: place, in: data), options: DecodingOptions())
            #expect(image.pixels.isIdentical(to: whole.pixels))
        }
    }

    private static func peakKilobytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
