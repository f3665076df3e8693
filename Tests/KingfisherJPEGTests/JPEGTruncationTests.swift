import Foundation
import KingfisherCore
import KingfisherJPEG
import Testing

@Suite("JPEG files that end too early", .timeLimit(.minutes(2)))
struct JPEGTruncationTests {
    static let files = [
        "jpeg/8x8.jpg", "jpeg/444.jpg", "jpeg/progressive.jpg", "jpeg/arithmetic.jpg", "jpeg/ycck.jpg",
    ]

    @Test("A file cut at any byte is refused as cut short", arguments: files)
    func everyByte(file: String) throws {
        let data = Fixture.read(file)
        for count in 0..<data.count {
            let error = #expect(throws: PluginError.self) {
                try JPEGDecoder().decode(data.prefix(count), options: DecodingOptions())
            }
            #expect(error?.code == .truncated, "\(count) bytes of \(data.count)")
        }
    }

    @Test(
        "Where partial images are allowed, a cut file gives one as soon as there is a scan", arguments: files)
    func partial(file: String) throws {
        let data = Fixture.read(file)
        let full = try JPEGDecoder().decode(data, options: DecodingOptions())
        let firstScan = try #require(data.range(of: Data([0xFF, 0xDA]))).lowerBound
        for count in stride(from: 0, to: data.count, by: 7) {
            let options = DecodingOptions(allowsPartial: true)
            guard count > firstScan + 20 else {
                guard count < firstScan else { continue }
                #expect(throws: PluginError.self) {
                    try JPEGDecoder().decode(data.prefix(count), options: options)
                }
                continue
            }
            let image = try JPEGDecoder().decode(data.prefix(count), options: options)
            #expect(image.isPartial)
            #expect(image.width == full.width)
            #expect(image.height == full.height)
        }
    }

    @Test("The upper rows of a partial image are those of the whole one")
    func upperRows() throws {
        let data = Fixture.read("jpeg/photo.jpg")
        let full = try JPEGDecoder().decode(data, options: DecodingOptions())
        let half = try JPEGDecoder().decode(
            data.prefix(data.count * 3 / 4), options: DecodingOptions(allowsPartial: true))
        let rows = 8 * full.width * 4
        #expect(half.isPartial)
        #expect(half.rgba.prefix(rows) == full.rgba.prefix(rows))
        #expect(half.rgba != full.rgba)
    }

    @Test("A whole file is not partial even where partial images are allowed")
    func whole() throws {
        let image = try JPEGDecoder().decode(
            Fixture.read("jpeg/photo.jpg"), options: DecodingOptions(allowsPartial: true))
        #expect(!image.isPartial)
    }

    @Test("Inspection refuses a file cut before its first scan, and needs nothing of what follows")
    func inspection() throws {
        let data = Fixture.read("jpeg/icc-exif-6.jpg")
        let firstScan = try #require(data.range(of: Data([0xFF, 0xDA]), options: .backwards)).lowerBound
        for count in 0..<firstScan {
            let error = #expect(throws: PluginError.self) {
                try JPEGDecoder().inspect(data.prefix(count), limits: .standard)
            }
            #expect(error?.code == .truncated)
        }
        let info = try JPEGDecoder().inspect(data.prefix(firstScan + 2), limits: .standard)
        #expect(info.orientation == .right)
    }
}
