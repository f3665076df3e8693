import Foundation
import KingfisherCore
import KingfisherHEIF
import TestCorpus
import Testing

private let files = Corpus.files(of: ["heif", "avif"])

/// What an independent decoder sees: see Tools/fixturelib/heif_corpus.py.
private struct Reference: Decodable, Sendable, CustomTestStringConvertible {
    let path: String
    let decoder: String
    /// Whether that decoder is wrong about alpha here.
    let ignoresAlpha: Bool
    /// Red, green, blue and alpha of each of 4 by 4 fields.
    let fields: [Double]

    var testDescription: String { path }

    static let all: [Reference] = {
        guard Corpus.isPresent, let data = try? Fixture.data("heif-corpus.json") else { return [] }
        return (try? JSONDecoder().decode([Reference].self, from: data)) ?? []
    }()
}

@Suite(
    "HEIF files of other projects", .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    .timeLimit(.minutes(10)))
struct HEIFCorpusTests {
    private let decoder = HEIFDecoder()

    /// Files of kinds that this plugin says it does not read, though some decoder does.
    private static let beyond: Set = [
        // A sequence without a still image, which libheif does not read either.
        "heif/heif_conformance__C031.heic", "heif/heif_conformance__C041.heic",
        // H.264.
        "heif/heif_conformance__multilayer004.heic",
    ]

    @Test("Inspection agrees with the manifest, and what decodes has the size it tells", arguments: files)
    func sizes(row: CorpusFile) throws {
        guard let size = row.size, row.expect != "reject-or-partial" else { return }
        let info = try decoder.inspect(try row.data(), limits: .standard)
        #expect((info.width, info.height) == size)
        #expect(info.orientation == .up)
    }

    @Test(
        "What no decoder reads is refused with a message",
        arguments: files.filter { $0.expect == "reject" || Self.beyond.contains($0.path) })
    func refusals(row: CorpusFile) throws {
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(try row.data(), options: DecodingOptions())
        }
        #expect((error?.message.count ?? 0) > 20)
    }

    @Test(
        "What some decoders read in part is an image or an error",
        arguments: files.filter { $0.expect == "reject-or-partial" })
    func doubtful(row: CorpusFile) throws {
        do {
            _ = try decoder.decode(try row.data(), options: DecodingOptions(allowsPartial: true))
        } catch {
            #expect(error is PluginError)
        }
    }

    /// Two steps for the rounding of the matrix, of the range and of the mean.
    @Test("Every field has the colour that an independent decoder sees there", arguments: Reference.all)
    private func fields(reference: Reference) throws {
        let data = try Data(contentsOf: Corpus.folder.appending(path: reference.path))
        let image = try decoder.decode(data, options: DecodingOptions())
        let fields = means(of: image)
        for (index, expected) in reference.fields.enumerated() {
            if reference.ignoresAlpha, index % 4 == 3 { continue }
            #expect(abs(fields[index] - expected) <= 2, "field \(index / 4), channel \(index % 4)")
        }
    }

    /// The means of the fields, of every row and column of small images and of some of large ones.
    private func means(of image: Image) -> [Double] {
        let channels = image.pixels.layout.channels
        let (width, height) = (image.width, image.height)
        let places = channels.hasColor ? [0, 1, 2] : [0, 0, 0]
        return image.pixels.withSamples8 { samples in
            var result: [Double] = []
            for row in 0..<4 {
                for column in 0..<4 {
                    let rows = row * height / 4..<max((row + 1) * height / 4, row * height / 4 + 1)
                    let columns = column * width / 4..<max((column + 1) * width / 4, column * width / 4 + 1)
                    var sums = [0, 0, 0, 0]
                    var count = 0
                    for y in rows {
                        for x in columns {
                            let pixel = (y * width + x) * channels.count
                            for (index, place) in places.enumerated() {
                                sums[index] += Int(samples[pixel + place])
                            }
                            sums[3] += channels.hasAlpha ? Int(samples[pixel + channels.count - 1]) : 255
                            count += 1
                        }
                    }
                    result += sums.map { Double($0) / Double(count) }
                }
            }
            return result
        }
    }
}
