import Foundation
import KingfisherColor
import KingfisherCore
import KingfisherTestKit
import TestCorpus
import Testing

/// Profiles that are damaged, by accident or on purpose: an error or an image, soon.
@Suite(.timeLimit(.minutes(10)))
struct HostileTests {
    private static let names = ["p3", "adobe", "gray", "srgb-short", "table", "inks"]

    @Test("A profile cut short gives an error or an image", arguments: names)
    func cut(name: String) throws {
        let whole = try Fixture.data("\(name).icc")
        for count in stride(from: 0, to: whole.count, by: whole.count > 1000 ? 7 : 1) {
            // With its stated size set right, so that the core lets it pass.
            var part = whole.prefix(count)
            if count >= 4 {
                part.replaceSubrange(0..<4, with: [0, 0, UInt8(count >> 8), UInt8(count & 255)])
            }
            try use(part, round: count)
        }
    }

    // To make a conversion takes up to a tenth of a second here, hence 2,000 in all and no more.
    @Test("2,000 profiles with a wrong byte give an error or an image each", arguments: names)
    func flipped(name: String) throws {
        try flip(Fixture.data("\(name).icc"), times: 2000 / Self.names.count + 1)
    }

    @Test(
        "So do the corpus' profiles, as they are and with wrong bytes",
        .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: EmbeddedProfiles.all)
    func corpus(found: FoundProfile) throws {
        try use(found.profile.data, round: 0)
        // Those of printers are half a megabyte, of which the first bytes hold what matters most.
        try flip(found.profile.data, times: found.profile.data.count > 100_000 ? 4 : 20)
    }

    private func flip(_ data: Data, times: Int) throws {
        var random = RepeatableRandom(seed: UInt64(data.count))
        for round in 0..<times {
            var copy = data
            // Every other one in the header, the table of tags and the heads of the elements.
            let range = round % 2 == 0 ? data.count : min(data.count, 700)
            let place = Int.random(in: 0..<range, using: &random)
            copy[place] = UInt8.random(in: 0...255, using: &random)
            try use(copy, round: round / 2)
        }
    }

    /// One conversion of those that the profile is for, another one each round: to make one takes a while.
    private func use(_ data: Data, round: Int) throws {
        guard let profile = ICCProfile(data) else { return }
        let clock = ContinuousClock()
        let converter = LCMSColorConverter()
        let time = try clock.measure {
            switch (profile.colorSpace, round % 4) {
            case (.cmyk, _):
                try orError { colors(of: [0, 90, 255, 7], by: try converter.inkConversion(from: profile)) }
            case (.gray, 0), (_, 1):
                try orError {
                    try converter.converted(image([0, 90, 255], .gray, profile: profile), to: nil)
                }
            case (.gray, _), (_, 2):
                try orError { try converter.converted(image([0, 90, 255], .gray), to: profile) }
            case (_, 3):
                try orError { try converter.converted(image([0, 90, 255], .rgb, .sixteen), to: profile) }
            default:
                try orError { try converter.converted(image([0, 90, 255], .rgb, profile: profile), to: nil) }
            }
        }
        // Alone it is a fraction of a second; other programs may be at work.
        #expect(time < .seconds(5), "took \(time)")
    }

    private func orError<Result>(_ work: () throws -> Result) throws {
        do {
            _ = try work()
        } catch let error as PluginError {
            #expect(!error.message.isEmpty)
        }
    }
}
