import Foundation
import KingfisherCore
import KingfisherHEIF
import KingfisherTestKit
import TestFixtures
import Testing

@Suite("HEIF files that lie", .timeLimit(.minutes(10)))
struct HEIFHostileTests {
    private let decoder = HEIFDecoder()

    private func limits() -> DecodingLimits {
        var limits = DecodingLimits.untrusted
        limits.pixels = 1 << 20
        return limits
    }

    /// An image or a `PluginError`, within a second of work.
    private func expectAnswer(_ data: Data, _ what: String) {
        let time = WorkTime.measure {
            do {
                _ = try decoder.inspect(data, limits: limits())
                _ = try decoder.decode(data, options: DecodingOptions(limits: limits(), allowsPartial: true))
            } catch is PluginError {
            } catch {
                Issue.record("\(what): \(error)")
            }
        }
        #expect(time < WorkTime.second, "\(what)")
    }

    @Test("A sequence without a still image is of a kind that is not decoded, not damaged")
    func sequenceAlone() throws {
        func box(_ type: String, _ content: Data) -> Data {
            Data([0, 0, 0, UInt8(8 + content.count)]) + Data(type.utf8) + content
        }
        let file = box("ftyp", Data("avis".utf8) + Data(count: 4) + Data("avis".utf8)) + box("moov", Data())
        let error = #expect(throws: PluginError.self) { try decoder.inspect(file, limits: limits()) }
        #expect(error?.code == .unsupportedFeature)
    }

    @Test("Every truncation is refused", arguments: ["grid.avif", "alpha.heic", "exif.avif"])
    func truncations(name: String) throws {
        let data = try Fixture.data("heif/\(name)")
        for count in 0..<data.count {
            expectAnswer(data.prefix(count), "the first \(count) bytes")
            #expect(throws: PluginError.self) {
                try decoder.decode(data.prefix(count), options: DecodingOptions(limits: limits()))
            }
        }
    }

    /// KINGFISHER_FUZZ_ROUNDS sets how many, for longer runs.
    @Test(
        "Changed bytes give an image or an error",
        arguments: ["grid.avif", "grid.heic", "alpha.avif", "overlay.heic", "premultiplied.heic"])
    func corruptions(name: String) throws {
        let rounds = ProcessInfo.processInfo.environment["KINGFISHER_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 400
        let data = try Fixture.data("heif/\(name)")
        var random = RepeatableRandom(seed: 11)
        for round in 0..<rounds {
            var damaged = data
            let place = Int.random(in: damaged.indices, using: &random)
            damaged[place] = UInt8.random(in: 0...255, using: &random)
            expectAnswer(damaged, "round \(round), byte \(place)")
        }
    }

    @Test("A header that claims more pixels than are allowed is believed before anything is decoded")
    func claims() throws {
        for name in ["huge.avif", "huge.heic"] {
            let data = try Fixture.data("heif/\(name)")
            #expect(try decoder.inspect(data, limits: .untrusted).width == 65_535)
            let error = #expect(throws: PluginError.self) {
                try decoder.decode(data, options: DecodingOptions(limits: .untrusted))
            }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test("Coded data that are larger than the file says are refused before a decoder sees them")
    func lyingSizes() throws {
        // The size in the tables becomes 16 by 16; the coded data keep theirs.
        for name in ["turn-1.avif", "turn-1.heic"] {
            var data = try Fixture.data("heif/\(name)")
            let place = try #require(data.firstRange(of: Data("ispe".utf8))).upperBound + 4
            data.replaceSubrange(place..<place + 8, with: [0, 0, 0, 16, 0, 0, 0, 16])
            var limits = DecodingLimits.untrusted
            let error = #expect(throws: PluginError.self) {
                try decoder.decode(data, options: DecodingOptions(limits: limits))
            }
            #expect(error?.code == .corrupt)
            limits.metadataBytes = 10
            #expect(throws: PluginError.self) {
                try decoder.decode(
                    try Fixture.data("heif/icc.avif"), options: DecodingOptions(limits: limits))
            }
        }
    }

    @Test("What ends early is told apart from what is damaged")
    func codes() throws {
        func code(_ data: Data) -> PluginError.Code? {
            do {
                _ = try decoder.decode(data, options: DecodingOptions())
                return nil
            } catch {
                return (error as? PluginError)?.code
            }
        }
        #expect(code(try Fixture.data("heif/truncated.avif")) == .truncated)
        #expect(code(try Fixture.data("heif/truncated-tables.avif")) == .truncated)
        #expect(code(try Fixture.data("heif/loop.avif")) == .corrupt)
        #expect(code(try Fixture.data("heif/tile-bomb.avif")) == .corrupt)
        #expect(code(try Fixture.data("heif/essential.avif")) == .unsupportedFeature)
        #expect(code(try Fixture.data("heif/html.avif")) == .unsupportedFormat)
    }

    @Test("A file of which only the end is missing shows its image where parts are allowed")
    func partial() throws {
        let data = try Fixture.data("heif/420.avif")
        let trailer = Data([0, 0, 0, 40] + Array("free".utf8) + [1, 2, 3])
        let options = DecodingOptions(allowsPartial: true)
        let image = try decoder.decode(data + trailer, options: options)
        #expect(image.isPartial)
        #expect(throws: PluginError.self) { try decoder.decode(data + trailer, options: DecodingOptions()) }
    }
}
