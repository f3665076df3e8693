import Foundation
import KingfisherCore
import TestCorpus
import Testing

/// A profile as found in a file of the corpus.
struct FoundProfile: Sendable, CustomTestStringConvertible {
    let path: String
    let profile: ICCProfile

    var testDescription: String { "\(path): \(profile.description ?? "")" }
}

/// The profiles in the corpus' JPEG files, each once.
enum EmbeddedProfiles {
    static let all: [FoundProfile] = {
        var seen: Set<Data> = []
        return Corpus.files(of: ["jpeg"]).compactMap { file in
            guard let data = try? file.data(), let profile = ICCProfile(joined(Array(data))),
                seen.insert(profile.data).inserted
            else { return nil }
            return FoundProfile(path: file.path, profile: profile)
        }
    }()

    /// What the APP2 segments of a JPEG hold, in the order they come.
    private static func joined(_ bytes: [UInt8]) -> Data {
        var profile = Data()
        let mark = Array("ICC_PROFILE\0".utf8)
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] != 0xDA {
            let end = at + 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
            let body = at + 4
            if bytes[at + 1] == 0xE2, body + 14 <= end, end <= bytes.count,
                Array(bytes[body..<body + 12]) == mark
            {
                profile += bytes[(body + 14)..<end]
            }
            at = end
        }
        return profile
    }
}
