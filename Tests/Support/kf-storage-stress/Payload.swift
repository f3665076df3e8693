import Foundation

/// The bytes that belong to a key: they start with it, and their length and content follow from it. Up to a quarter
/// of a megabyte, so that death comes while one is written.
func payload(_ key: String, salt: Int) -> Data {
    var state = key.utf8.reduce(UInt64(salt) &+ 1) { $0 &* 1_099_511_628_211 ^ UInt64($1) }
    var block = Data()
    for _ in 0..<128 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        block.append(UInt8(truncatingIfNeeded: state >> 56))
    }
    for _ in 0..<state % 12 { block += block }
    return Data("\(key) \(salt) ".utf8) + block
}

/// The salt that a key's bytes name; nil unless they are exactly what `payload` makes.
func salt(of data: Data, key: String) -> Int? {
    let words = data.prefix(80).split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count == 3, let salt = Int(String(decoding: words[1], as: UTF8.self)) else { return nil }
    return data == payload(key, salt: salt) ? salt : nil
}

func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("kf-storage-stress: \(message)\n".utf8))
    exit(1)
}
