import Foundation
import KingfisherCore
import KingfisherJPEG
import KingfisherTestKit
import Testing

@Suite("JPEG shown while it arrives", .timeLimit(.minutes(5)))
struct JPEGIncrementalTests {
    @Test("The incremental decoder passes its suite")
    func conforms() throws {
        let names = [
            "1x17", "411", "420", "444", "cmyk", "exif-5", "exif-6-odd", "exif-8-progressive", "gray",
            "gray-progressive", "icc-exif-6", "icc-gray", "icc-multi", "progressive", "restart", "rgb",
            "ycck-420",
        ]
        let samples = names.map { CodecSample(name: "\($0).jpg", data: Fixture.read("jpeg/\($0).jpg")) }
        try IncrementalConformance(JPEGDecoder(), samples: samples).run()
    }

    /// Feeds the data piece by piece; `after` gets the number of bytes fed.
    private func feed(
        _ data: Data, in size: Int, options: DecodingOptions = DecodingOptions(),
        after: (any IncrementalImageDecoder, Int) throws -> Void = { _, _ in }
    ) throws -> any IncrementalImageDecoder {
        let decoder = try #require(JPEGDecoder().incrementalDecoder(options: options))
        for start in stride(from: 0, to: data.count, by: size) {
            try decoder.append(data[start..<min(start + size, data.count)])
            try after(decoder, min(start + size, data.count))
        }
        return decoder
    }

    @Test("Byte by byte every fixture ends as it does when decoded at once", arguments: Fixture.decodable)
    func everyFixture(fixture: Fixture) throws {
        for target in [nil, DecodingTarget(width: 6, height: 6, mode: .fit)] {
            let options = DecodingOptions(target: target, keepsMetadata: true)
            let expected = try JPEGDecoder().decode(fixture.data, options: options)
            for takesParts in [true, false] {
                let decoder = try feed(fixture.data, in: 1, options: options) { decoder, _ in
                    guard takesParts, let part = try decoder.takePartialImage() else { return }
                    #expect((part.width, part.height) == (expected.width, expected.height))
                }
                let image = try decoder.finish()
                #expect(image.rgba == expected.rgba)
                #expect(image.metadata.exif == expected.metadata.exif)
                #expect(try decoder.finish().rgba == expected.rgba)
            }
        }
    }

    @Test("Rows of a baseline image are those of the whole one, and gray below")
    func rows() throws {
        let data = Fixture.read("jpeg/photo.jpg")
        let whole = try JPEGDecoder().decode(data, options: DecodingOptions()).rgba
        var parts: [[UInt8]] = []
        _ = try feed(data, in: 50) { decoder, _ in
            try decoder.takePartialImage().map { parts.append($0.rgba) }
        }
        #expect(parts.count > 3)
        let rowBytes = 97 * 4
        var lastCount = 0
        for part in parts {
            let rows = (0..<61).prefix { row in
                let bytes = row * rowBytes..<(row + 1) * rowBytes
                return part[bytes] == whole[bytes]
            }
            #expect(rows.count > lastCount)
            lastCount = rows.count
            let rest = part.dropFirst(rows.count * rowBytes)
            #expect(rest.enumerated().allSatisfy { $0 % 4 == 3 ? $1 == 255 : $1 == 128 })
        }
    }

    @Test("Each image of a progressive file comes closer to the whole one")
    func scans() throws {
        let data = Fixture.read("jpeg/photo-progressive.jpg")
        let whole = try JPEGDecoder().decode(data, options: DecodingOptions()).rgba
        var errors: [Int] = []
        _ = try feed(data, in: 20) { decoder, _ in
            guard let part = try decoder.takePartialImage() else { return }
            errors.append(zip(part.rgba, whole).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) })
        }
        #expect((2...5).contains(errors.count))
        #expect(errors == errors.sorted(by: >))
        #expect(errors.allSatisfy { $0 < whole.count * 20 })
    }

    @Test("Parts are upright")
    func orientation() throws {
        for (file, width, height) in [("exif-6-odd", 21, 33), ("exif-8-progressive", 21, 33)] {
            let data = Fixture.read("jpeg/\(file).jpg")
            let whole = try JPEGDecoder().decode(data, options: DecodingOptions()).rgba
            var last: Image?
            _ = try feed(data, in: 10) { decoder, _ in
                if let part = try decoder.takePartialImage() { last = part }
            }
            let part = try #require(last)
            #expect((part.width, part.height) == (width, height))
            let error = zip(part.rgba, whole).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(error < whole.count * 10)
        }
    }

    @Test("A partial image that is still held does not change as further rows arrive")
    func heldImages() throws {
        var held: [(image: Image, pixels: [UInt8])] = []
        _ = try feed(Fixture.read("jpeg/photo.jpg"), in: 100) { decoder, _ in
            try decoder.takePartialImage().map { held.append(($0, $0.rgba)) }
        }
        #expect(held.allSatisfy { $0.image.rgba == $0.pixels })
    }

    @Test("Cut at any byte it ends as the whole decode of those bytes", arguments: [false, true])
    func cut(allowsPartial: Bool) throws {
        let options = DecodingOptions(allowsPartial: allowsPartial)
        for file in ["jpeg/8x8.jpg", "jpeg/progressive.jpg", "jpeg/arithmetic.jpg"] {
            let data = Fixture.read(file)
            for count in stride(from: 0, to: data.count, by: 3) {
                let expected = Result { try JPEGDecoder().decode(data.prefix(count), options: options) }
                let result = Result { try feed(data.prefix(count), in: 30, options: options).finish() }
                expectSame(result, expected)
            }
        }
    }

    @Test("Single bytes turned over end as the whole decode, in pieces of one byte as well")
    func damage() throws {
        for file in ["jpeg/8x8.jpg", "jpeg/exif-8-progressive.jpg", "jpeg/restart.jpg"] {
            let data = Fixture.read(file)
            var random = RepeatableRandom(seed: 7)
            for _ in 0..<700 {
                var changed = data
                changed[Int.random(in: 2..<data.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
                var limits = DecodingLimits.standard
                limits.pixels = 1 << 14
                let options = DecodingOptions(limits: limits)
                let expected = Result { try JPEGDecoder().decode(changed, options: options) }
                let result = Result {
                    try feed(changed, in: Int.random(in: 1...40, using: &random), options: options) {
                        decoder, _ in
                        _ = try decoder.takePartialImage()
                    }.finish()
                }
                expectSame(result, expected)
            }
        }
    }

    private func expectSame(_ result: Result<Image, any Error>, _ expected: Result<Image, any Error>) {
        switch (result, expected) {
        case (.success(let image), .success(let other)):
            #expect(image.rgba == other.rgba)
            #expect(image.isPartial == other.isPartial)
        case (.failure(let error), .failure):
            // Which of several faults is met first may differ.
            #expect(error is PluginError)
        default: Issue.record("\(result) where the whole decode gives \(expected)")
        }
    }

    @Test("Kinds that cannot be decoded are refused as soon as the header tells")
    func unsupported() throws {
        let data = Fixture.read("jpeg/420.jpg")
        let frame = try #require(data.range(of: Data([0xFF, 0xC0]))).lowerBound
        for (offset, value, word) in [(1, UInt8(0xC3), "lossless"), (4, 12, "12 bits")] {
            var changed = data
            changed[frame + offset] = value
            let decoder = try #require(JPEGDecoder().incrementalDecoder(options: DecodingOptions()))
            let error = #expect(throws: PluginError.self) { try decoder.append(changed) }
            #expect(error?.code == .unsupportedFeature)
            #expect(error?.message.contains(word) == true)
        }
    }

    /// 40 tables as long as a segment can be: gone through again for every byte, they would take minutes.
    @Test("Long tables that come byte by byte cost as much as their bytes")
    func longTables() throws {
        let table = [0x00, 0] + [UInt8](repeating: 0, count: 15)
        let tables = (0..<3800).flatMap { _ in table }
        var data = Fixture.read("jpeg/progressive.jpg")
        for _ in 0..<40 { data = segment(0xC4, tables, in: data) }
        let expected = try JPEGDecoder().decode(data, options: DecodingOptions()).rgba
        let start = ContinuousClock.now
        #expect(try feed(data, in: 1).finish().rgba == expected)
        #expect(ContinuousClock.now - start < .seconds(60))
    }
}
