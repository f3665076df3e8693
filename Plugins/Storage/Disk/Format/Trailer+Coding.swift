internal import KingfisherCore

/// Why a file is not, or no longer, what was stored.
struct Damage: Error, Hashable, Sendable {
    /// Half a sentence, for example `its checksum is wrong`.
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

// All numbers big-endian:
//
//     box length     4     whole trailer            key digest     32
//     "uuid"         4                              group digest   32
//     user type     16     `userType`               key            2 + n
//     version        1     1                        entity tag     2 + n, length 0xffff for none
//     kind           1     StoredData.Kind          last modified  2 + n, likewise
//     lifetime       1     0 never 1 sliding 2 fixed
//     reserved       1     0                        box length     4  again: the last 16 bytes
//     expiry         8     milliseconds since 1970  signature      8  find the first from the
//     time to live   8     milliseconds             checksum       4  end; it covers the trailer
//     payload        8     bytes before the box
//     checksum       4     CRC-32C of the payload
extension Trailer {
    /// The last bytes of every file.
    static let tailLength = 16
    private static let version: UInt8 = 1
    private static let userType: [UInt8] = [
        0x8b, 0x1f, 0x3d, 0x52, 0x6e, 0xa4, 0x4c, 0x07, 0x9a, 0x61, 0xc5, 0x0d, 0x77, 0xe2, 0x38, 0xb9,
    ]
    private static let boxType = Array("uuid".utf8)
    private static let signature = Array("KFentry1".utf8)

    /// The bytes to put behind the payload.
    func encoded() -> [UInt8] {
        var body = ByteWriter()
        body.append(Self.boxType)
        body.append(Self.userType)
        body.append(Self.version)
        body.append(kind.rawValue)
        body.append(lifetime.code)
        body.append(UInt8(0))
        body.append(storedExpiry)
        body.append(lifetime.milliseconds)
        body.append(Int64(payloadLength))
        body.append(payloadChecksum)
        body.append(keyDigest.bytes)
        body.append(groupDigest.bytes)
        body.append(text: Self.cut(key))
        body.append(text: Self.fitting(validators?.entityTag))
        body.append(text: Self.fitting(validators?.lastModified))
        let length = UInt32(4 + body.bytes.count + Self.tailLength)
        var box = ByteWriter()
        box.append(length)
        box.append(body.bytes)
        box.append(length)
        box.append(Self.signature)
        box.append(box.bytes.withUnsafeBytes { CRC32C.checksum(of: $0) })
        return box.bytes
    }

    /// The length of the trailer that ends with these bytes; nil when none does.
    static func length(fromTail end: ArraySlice<UInt8>) -> Int? {
        var reader = ByteReader(end.suffix(tailLength))
        guard let length = reader.number(UInt32.self), reader.bytes(signature.count) == signature,
            length >= tailLength, length <= maximumLength
        else { return nil }
        return Int(length)
    }

    /// Reads a trailer.
    /// - Parameters:
    ///   - box: Exactly the trailer's bytes.
    ///   - fileSize: The size of the file that ends with them.
    init(_ box: ArraySlice<UInt8>, fileSize: Int) throws(Damage) {
        let checked = box.dropLast(4)
        var checksumReader = ByteReader(box.suffix(4))
        guard checksumReader.number() == checked.withUnsafeBytes({ CRC32C.checksum(of: $0) }) else {
            throw Damage("the checksum of its trailer is wrong")
        }
        var reader = ByteReader(checked)
        guard reader.number(UInt32.self) == UInt32(box.count), reader.bytes(4) == Self.boxType,
            reader.bytes(16) == Self.userType
        else { throw Damage("its trailer is of another kind") }
        guard reader.number() == Self.version else { throw Damage("its trailer is of another version") }
        guard let trailer = Self.fields(&reader) else { throw Damage("its trailer is malformed") }
        guard trailer.payloadLength == fileSize - box.count else { throw Damage("its length is wrong") }
        self = trailer
    }

    private static func fields(_ reader: inout ByteReader) -> Trailer? {
        guard let kind = reader.number(UInt8.self).flatMap(StoredData.Kind.init),
            let lifetimeCode = reader.number(UInt8.self), reader.bytes(1) != nil,
            let expiry = reader.number(Int64.self), let milliseconds = reader.number(Int64.self),
            let lifetime = Lifetime(code: lifetimeCode, milliseconds: milliseconds),
            let payloadLength = reader.number(Int64.self), let payloadChecksum = reader.number(UInt32.self),
            let keyDigest = reader.bytes(Digest.byteCount), let groupDigest = reader.bytes(Digest.byteCount),
            let key = reader.text(), let entityTag = reader.text(), let lastModified = reader.text()
        else { return nil }
        let validators = HTTPValidators(entityTag: entityTag, lastModified: lastModified)
        return Trailer(
            kind: kind, lifetime: lifetime, storedExpiry: expiry, keyDigest: Digest(bytes: keyDigest),
            groupDigest: Digest(bytes: groupDigest), key: key ?? "",
            validators: validators == HTTPValidators() ? nil : validators, payloadLength: Int(payloadLength),
            payloadChecksum: payloadChecksum)
    }

    /// A key's bytes, cut between two characters.
    private static func cut(_ key: String) -> [UInt8] {
        guard key.utf8.count > textLimit else { return Array(key.utf8) }
        var bytes = key.utf8.prefix(textLimit + 1)
        repeat { bytes = bytes.dropLast() } while String(bytes) == nil
        return Array(bytes)
    }

    private static func fitting(_ text: String?) -> [UInt8]? {
        text.flatMap { $0.utf8.count <= textLimit ? Array($0.utf8) : nil }
    }
}

extension Trailer.Lifetime {
    fileprivate var code: UInt8 {
        switch self {
        case .never: 0
        case .sliding: 1
        case .fixed: 2
        }
    }

    fileprivate var milliseconds: Int64 {
        if case .sliding(let milliseconds) = self { milliseconds } else { 0 }
    }

    fileprivate init?(code: UInt8, milliseconds: Int64) {
        switch code {
        case 0: self = .never
        case 1: self = .sliding(milliseconds: milliseconds)
        case 2: self = .fixed
        default: return nil
        }
    }
}
