import Foundation
import KingfisherCore
import Testing

@testable import KingfisherDiskStorage

@Suite("The trailer of a stored file", .timeLimit(.minutes(1)))
struct TrailerTests {
    private func trailer(_ change: (inout Trailer) -> Void = { _ in }) -> Trailer {
        var trailer = Trailer(
            kind: .original, lifetime: .sliding(milliseconds: 604_800_000), storedExpiry: 1_800_000_000_123,
            keyDigest: SHA256.digest(of: "key"), groupDigest: SHA256.digest(of: "group"),
            key: "https://a/ü.png",
            validators: HTTPValidators(entityTag: "\"1\"", lastModified: "yesterday"), payloadLength: 1000,
            payloadChecksum: 0xdead_beef)
        change(&trailer)
        return trailer
    }

    private func read(_ bytes: [UInt8], payload: Int = 1000) -> Result<Trailer, Damage> {
        Result { () throws(Damage) in try Trailer(bytes[...], fileSize: payload + bytes.count) }
    }

    @Test("What is written is read")
    func roundTrip() {
        let trailers = [
            trailer(), trailer { $0.lifetime = .never }, trailer { $0.lifetime = .fixed },
            trailer { $0.kind = .processed },
            trailer { $0.validators = nil }, trailer { $0.validators = HTTPValidators(lastModified: "") },
            trailer { $0.key = "" },
        ]
        for trailer in trailers {
            let bytes = trailer.encoded()
            #expect(Trailer.length(fromTail: bytes[...]) == bytes.count)
            #expect(read(bytes) == .success(trailer))
        }
    }

    @Test("It is a uuid box of ISO base media files: length, type, user type")
    func isBox() {
        let bytes = trailer().encoded()
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        #expect(length == bytes.count)
        #expect(Array(bytes[4..<8]) == Array("uuid".utf8))
    }

    @Test("Any one bit that changes is found")
    func findsFlippedBits() {
        let bytes = trailer().encoded()
        for bit in 0..<8 * bytes.count {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: Damage.self, "bit \(bit)") { try read(flipped).get() }
        }
    }

    @Test("A trailer cut anywhere is refused")
    func refusesParts() {
        let bytes = trailer().encoded()
        for count in 0..<bytes.count {
            #expect(throws: Damage.self) { try read(Array(bytes.prefix(count))).get() }
            #expect(throws: Damage.self) { try read(Array(bytes.suffix(count))).get() }
        }
    }

    @Test("A file longer or shorter than the trailer says is damaged")
    func refusesOtherLengths() {
        let bytes = trailer().encoded()
        #expect(read(bytes, payload: 999) == .failure(Damage("its length is wrong")))
        #expect(read(bytes, payload: 1001) == .failure(Damage("its length is wrong")))
    }

    @Test("A long key is cut between characters, a long validator left out")
    func limitsTexts() throws {
        let bytes = trailer {
            $0.key = "a" + String(repeating: "é", count: 5000)
            $0.validators?.entityTag = String(repeating: "x", count: 5000)
        }.encoded()
        #expect(bytes.count <= Trailer.maximumLength)
        let read = try read(bytes).get()
        #expect(read.key == "a" + String(repeating: "é", count: 2047))
        #expect(read.validators == HTTPValidators(lastModified: "yesterday"))
    }
}
