// Works on a cache folder as one of several processes, until it is killed or has done enough:
//
//     kf-storage-stress FOLDER write SEED [COUNT]    stores values; prints "SEED-NUMBER" after each
//     kf-storage-stress FOLDER mixed SEED [COUNT]    stores, reads, removes and cleans; all processes share keys
//     kf-storage-stress FOLDER size LIMIT COUNT      stores COUNT values under a size limit, prints the bytes used
//
// Imports the disk storage, with the core it speaks in, and nothing else of ours, so that what it links to shows what the disk storage needs.

import Foundation
import KingfisherCore
import KingfisherDiskStorage

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

/// Whether some bytes are exactly what `payload` makes for the key and the salt they name.
func isWhole(_ data: Data, key: String) -> Bool {
    let words = data.prefix(80).split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count == 3, let salt = Int(String(decoding: words[1], as: UTF8.self)) else { return false }
    return data == payload(key, salt: salt)
}

func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("kf-storage-stress: \(message)\n".utf8))
    exit(1)
}

func run(_ storage: DiskStorage.Backend<Data>, mode: String, number: Int, count: Int) throws {
    switch mode {
    case "write": try write(storage, seed: number, count: count)
    case "mixed": try mix(storage, seed: number, count: count)
    case "size":
        for step in 0..<count { try storage.store(value: payload("\(step)", salt: step), forKey: "\(step)") }
        say("\(try storage.totalSize())")
    default: fail("\(mode) is none of write, mixed and size")
    }
}

func write(_ storage: DiskStorage.Backend<Data>, seed: Int, count: Int) throws {
    for step in 0..<count {
        let key = "\(seed)-\(step)"
        try storage.store(value: payload(key, salt: step), forKey: key)
        // Written over again and again, so that deaths happen while an older value is there.
        if step > 0 { try storage.store(value: payload("\(seed)-0", salt: step), forKey: "\(seed)-0") }
        say(key)
    }
}

func mix(_ storage: DiskStorage.Backend<Data>, seed: Int, count: Int) throws {
    for step in 0..<count {
        let key = "shared-\((step &* 7 &+ seed) % 40)"
        switch (step &+ seed) % 10 {
        case 0: try storage.remove(forKey: key)
        case 1: _ = try storage.removeExpiredValues()
        case 2...5:
            try storage.store(value: payload(key, salt: step), forKey: key, expiration: .seconds(0.02))
        default:
            guard let data = try storage.value(forKey: key) else { continue }
            if !isWhole(data, key: key) { fail("a part of a value, or a mixture, was read for \(key)") }
        }
    }
    say("done")
}

let arguments = CommandLine.arguments
guard arguments.count > 3, let number = Int(arguments[3]) else {
    fail("usage: kf-storage-stress FOLDER write|mixed|size SEED|LIMIT [COUNT]")
}
let count = arguments.count > 4 ? Int(arguments[4]) ?? 0 : .max
let limit = arguments[2] == "size" ? UInt(clamping: number) : 0
let config = DiskStorage.Config(
    name: "stress", sizeLimit: limit, directory: URL(fileURLWithPath: arguments[1]))
do {
    try run(DiskStorage.Backend<Data>(config: config), mode: arguments[2], number: number, count: count)
} catch {
    fail("\(error)")
}
