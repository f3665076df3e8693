import Foundation
import KingfisherCore
import Testing

@Suite("Colour profiles", .timeLimit(.minutes(1)))
struct ICCProfileTests {
    @Test("Name and colour space agree with what exiftool reads", arguments: ICCSamples.all)
    func exiftoolValues(sample: ICCSamples.Sample) throws {
        let profile = try #require(ICCProfile(sample.data))
        #expect(profile.description == sample.description)
        #expect(profile.colorSpace == sample.colorSpace)
        #expect(profile.data == sample.data)
    }

    @Test("Of several languages American English is taken, then any English, then the first")
    func languages() throws {
        let german = try #require(ICCProfile(ICCSamples.grayV4.replacing(ascii: "enUS", with: "frFR")))
        #expect(german.description == "Graues Prüfprofil")
        let british = try #require(ICCProfile(ICCSamples.grayV4.replacing(ascii: "enUS", with: "enGB")))
        #expect(british.description == "Gray test profile")
    }

    @Test("A profile fits pixels with as many channels as its colour space has")
    func channels() throws {
        let gray = try #require(ICCProfile(ICCSamples.grayV2))
        #expect(gray.describes(colorChannels: 1))
        #expect(!gray.describes(colorChannels: 3))
        let cmyk = try #require(ICCProfile(ICCSamples.grayV2.replacing(ascii: "GRAY", with: "CMYK")))
        #expect(cmyk.colorSpace == .cmyk)
        #expect(cmyk.describes(colorChannels: 4))
        let lab = try #require(ICCProfile(ICCSamples.grayV2.replacing(ascii: "GRAY", with: "Lab ")))
        #expect(!lab.describes(colorChannels: 3))
    }

    @Test("A slice of data whose first index is not zero is read, and kept from index zero")
    func slice() throws {
        let slice = (Data(repeating: 7, count: 13) + ICCSamples.grayV2).dropFirst(13)
        let profile = try #require(ICCProfile(slice))
        #expect(profile.description == "Kingfisher test gray")
        #expect(profile.data.startIndex == 0)
        #expect(profile == ICCProfile(ICCSamples.grayV2))
    }

    @Test("A profile cut anywhere is no profile")
    func truncated() {
        for count in 0..<ICCSamples.grayV4.count {
            #expect(ICCProfile(ICCSamples.grayV4.prefix(count)) == nil)
        }
    }

    @Test("Text in place of a profile is no profile")
    func notAProfile() {
        #expect(ICCProfile(Data(String(repeating: "acsp", count: 100).utf8)) == nil)
    }

    @Test("Any single changed byte is survived and never makes the name grow past its limit")
    func changedBytes() {
        for sample in ICCSamples.all {
            for index in sample.data.indices {
                for value in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var changed = sample.data
                    changed[index] = value
                    let description = ICCProfile(changed)?.description
                    #expect(description == nil || description!.unicodeScalars.count <= 256)
                }
            }
        }
    }

    @Test("A tag table that claims four thousand million tags is refused")
    func hostileTagCount() {
        var hostile = ICCSamples.grayV2
        hostile.replaceSubrange(128..<132, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(ICCProfile(hostile) == nil)
    }

    @Test("A name whose tag leads outside, or is longer than the profile, is none")
    func hostileTag() throws {
        for range in [136..<140, 140..<144] {
            var hostile = ICCSamples.grayV2
            hostile.replaceSubrange(range, with: [0xFF, 0xFF, 0xFF, 0xF0])
            let profile = try #require(ICCProfile(hostile))
            #expect(profile.description == nil)
        }
    }
}

extension Data {
    /// A copy in which one text of four characters is exchanged.
    fileprivate func replacing(ascii old: String, with new: String) -> Data {
        var copy = self
        copy.replaceSubrange(range(of: Data(old.utf8))!, with: Data(new.utf8))
        return copy
    }
}
