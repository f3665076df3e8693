import Foundation
import KingfisherTestKit
import Testing

@testable import KingfisherDiskStorage

@Suite("Digests and checksums", .timeLimit(.minutes(2)))
struct DigestTests {
    @Test(
        "SHA-256 gives what FIPS 180-4 and NIST's examples say",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ])
    func publishedVectors(message: String, digest: String) {
        #expect(SHA256.digest(of: message).hexadecimal == digest)
    }

    @Test("SHA-256 of a million a's is NIST's")
    func millionLetters() {
        let digest = SHA256.digest(of: String(repeating: "a", count: 1_000_000))
        #expect(digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("SHA-256 agrees with sha256sum for every length around the block boundaries")
    func agreesWithCoreutils() async throws {
        let folder = try TemporaryFolder()
        var random = RepeatableRandom(seed: 7)
        let messages = (0...260).map { length in
            (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let paths = messages.indices.map { "\(folder.path)/\($0)" }
        for (path, message) in zip(paths, messages) {
            try Data(message).write(to: URL(fileURLWithPath: path))
        }
        let outcome = try await ChildProgram.run("sha256sum", paths)
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == messages.count)
        for (line, message) in zip(lines, messages) {
            #expect(
                line.prefix(64) == message.withUnsafeBytes(SHA256.digest).hexadecimal,
                "\(message.count) bytes")
        }
    }

    @Test("CRC-32C gives what RFC 3720 says")
    func checksumVectors() {
        let vectors: [([UInt8], UInt32)] = [
            ([UInt8](repeating: 0, count: 32), 0x8a91_36aa),
            ([UInt8](repeating: 0xff, count: 32), 0x62a8_ab43),
            (Array(0..<32), 0x46dd_794e), (Array((0..<32).reversed()), 0x113f_db5c),
            (Array("123456789".utf8), 0xe306_9283), ([], 0),
        ]
        for (bytes, checksum) in vectors {
            #expect(bytes.withUnsafeBytes { CRC32C.checksum(of: $0) } == checksum)
        }
    }

    @Test(
        "CRC-32C is what its definition gives, bit by bit, for every length around the steps of the quick way"
    )
    func checksumByDefinition() {
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ $0 >> 8) }
        var crc: UInt32 = 0xffff_ffff
        let lengths = Set(Array(0...70) + Array(6130...6160) + Array(12_280...12_300) + [20_000])
        for (index, byte) in bytes.enumerated() {
            if lengths.contains(index) {
                #expect(bytes[..<index].withUnsafeBytes(CRC32C.checksum) == ~crc, "\(index) bytes")
            }
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82f6_3b78 : crc >> 1 }
        }
        #expect(bytes.withUnsafeBytes(CRC32C.checksum) == ~crc)
    }
}
