import Foundation
import KingfisherCore
import TestCorpus
import Testing

@Suite("Sniffing image formats", .timeLimit(.minutes(2)))
struct ImageFormatSniffingTests {
    @Test("Files of independent programs are recognised", arguments: SniffingSamples.all)
    func independentFiles(sample: SniffingSamples.Sample) {
        #expect(ImageFormat(sniffing: sample.data) == sample.format)
    }

    @Test("A slice of data whose first index is not zero is recognised", arguments: SniffingSamples.all)
    func slices(sample: SniffingSamples.Sample) {
        let slice = (Data(repeating: 0x89, count: 11) + sample.data).dropFirst(11)
        #expect(slice.startIndex == 11)
        #expect(ImageFormat(sniffing: slice) == sample.format)
    }

    @Test("A file cut anywhere is its format or unknown, and a still image never becomes animated")
    func prefixes() {
        for sample in SniffingSamples.all {
            for count in 0...sample.data.count {
                let format = ImageFormat(sniffing: sample.data.prefix(count))
                let allowed = sample.format == .apng ? [.apng, .png, .unknown] : [sample.format, .unknown]
                #expect(allowed.contains(format), "\(count) bytes of \(sample)")
            }
        }
    }

    @Test("A changed byte anywhere, and any length field, is survived")
    func changedBytes() {
        for sample in SniffingSamples.all {
            for index in sample.data.indices {
                for value in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var changed = sample.data
                    changed[index] = value
                    _ = ImageFormat(sniffing: changed)
                }
            }
        }
    }

    @Test(
        "What is not an image is unknown",
        arguments: [
            "", " ", "P", "BM", "BMW is a car maker, founded in Munich in 1916", "RIFF....WAVEfmt ", "GIF88a",
            "<!DOCTYPE html><html><body><svg></svg></body></html>", "<html><head></head></html>",
            "\u{FEFF}<!doctype html>\n<html lang=\"en\">", "<?xml version=\"1.0\"?><rss><svg/></rss>",
            "{\"error\":\"not found\"}", "....ftypisom....mp42", "....ftypqt  ....qt  ",
        ])
    func notAnImage(text: String) {
        #expect(ImageFormat(sniffing: Data(text.utf8)) == .unknown)
    }

    @Test(
        "An SVG is found behind a byte order mark, declarations, comments and a document type",
        arguments: [
            "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "\u{FEFF}<?xml version=\"1.0\"?>\n<svg></svg>",
            "<?xml version='1.0'?><!-- a > b --><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x.dtd\">\r\n<svg>",
            "<!DOCTYPE svg [\n <!ENTITY ns_svg \"http://www.w3.org/2000/svg\">\n]>\n<svg xmlns=\"&ns_svg;\">",
        ])
    func svg(text: String) {
        #expect(ImageFormat(sniffing: Data(text.utf8)) == .svg)
    }

    @Test("Compatible brands decide where the major brand is a general one")
    func brands() {
        func file(_ brands: String...) -> Data {
            var box = Data([0, 0, 0, UInt8(12 + brands.count * 4 + (brands.count > 1 ? 0 : 0))])
            box += Data("ftyp\(brands[0])".utf8) + Data(count: 4) + Data(brands.dropFirst().joined().utf8)
            return box
        }
        #expect(ImageFormat(sniffing: file("mif1", "miaf", "heic")) == .heic)
        #expect(ImageFormat(sniffing: file("mif1", "miaf", "avif")) == .avif)
        #expect(ImageFormat(sniffing: file("msf1", "hevc")) == .heic)
        #expect(ImageFormat(sniffing: file("avis", "heic")) == .avif)
        #expect(ImageFormat(sniffing: file("mif1", "miaf")) == .unknown)
        #expect(ImageFormat(sniffing: file("mp42", "isom")) == .unknown)
    }

    @Test("A brand beyond the end of the box does not count")
    func brandOutsideBox() {
        let box = Data([0, 0, 0, 16]) + Data("ftypmif1".utf8) + Data(count: 4)
        #expect(ImageFormat(sniffing: box + Data("avif".utf8)) == .unknown)
    }

    @Test("Formats are equal by their identifier, and Kingfisher's spellings are the same ones")
    func identity() {
        #expect(ImageFormat.PNG == .png && ImageFormat.JPEG == .jpeg && ImageFormat.GIF == .gif)
        #expect(ImageFormat(identifier: "png", name: "other", fileExtensions: []) == .png)
        #expect(Set([ImageFormat.png, .PNG, .apng]).count == 2)
    }

    @Test(
        "Images nobody here made are recognised as the manifest says",
        .enabled(if: Corpus.isPresent, "skipped: no corpus"))
    func corpus() throws {
        let named: [String: ImageFormat] = [
            "png": .png, "apng": .apng, "jpeg": .jpeg, "gif": .gif, "webp": .webp, "heif": .heic,
            "avif": .avif,
            "bmp": .bmp, "tiff": .tiff, "jxl": .jpegXL, "svg": .svg,
        ]
        var checked = 0
        for row in Corpus.files(of: Set(named.keys)) where row.expect == "decode" {
            var format = named[row.format]
            // Its control chunk stands behind the pixels, where the specification says to ignore it.
            if row.path.hasSuffix("chunk_actl_after_idat.png") { format = .png }
            if format == .heic, row.special.contains("brand=avif") { format = .avif }
            #expect(ImageFormat(sniffing: try row.data()) == format, "\(row.path)")
            checked += 1
        }
        #expect(checked > 500)
    }
}
