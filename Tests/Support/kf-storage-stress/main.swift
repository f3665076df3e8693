// Works on a cache folder as one of several processes, until it is killed or has done enough:
//
//     kf-storage-stress FOLDER write SEED [COUNT]    stores values; prints "SEED-NUMBER" after each
//     kf-storage-stress FOLDER mixed SEED [COUNT]    stores, reads, removes and cleans; all processes share keys
//     kf-storage-stress FOLDER size LIMIT COUNT      stores COUNT values under a size limit, prints the bytes used
//     kf-storage-stress FOLDER flood LIMIT BYTES     stores so many bytes by 8 threads under a size limit
//     kf-storage-stress FOLDER hammer SEED SECONDS   4 threads that store, read, remove and clean; prints counts
//     kf-storage-stress FOLDER check 0               reads keys from standard input; prints those lost or wrong
//
// Imports the disk storage, with the core it speaks in, and nothing else of ours, so that what it links to shows what the disk storage needs.

import Foundation
import KingfisherCore
import KingfisherDiskStorage

func run(_ storage: DiskStorage.Backend<Data>, mode: String, number: Int, count: Int) throws {
    switch mode {
    case "write": try write(storage, seed: number, count: count)
    case "mixed": try mix(storage, seed: number, count: count)
    case "size":
        for step in 0..<count { try storage.store(value: payload("\(step)", salt: step), forKey: "\(step)") }
        say("\(try storage.totalSize())")
    case "flood": Flood(storage, limit: number).run(bytes: count)
    case "hammer": Hammer(storage, seed: number).run(seconds: Double(count))
    case "check": try check(storage)
    default: fail("\(mode) is none of write, mixed, size, flood, hammer and check")
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
            if salt(of: data, key: key) == nil {
                fail("a part of a value, or a mixture, was read for \(key)")
            }
        }
    }
    say("done")
}

func check(_ storage: DiskStorage.Backend<Data>) throws {
    while let key = readLine() {
        guard let data = try storage.value(forKey: key) else { say("lost \(key)"); continue }
        if salt(of: data, key: key) == nil { say("wrong \(key)") }
    }
    for file in try storage.verify() { say("damaged \(file.fileURL.path): \(file.reason)") }
}

let arguments = CommandLine.arguments
guard arguments.count > 3, let number = Int(arguments[3]) else {
    fail("usage: kf-storage-stress FOLDER MODE NUMBER [COUNT]; see the top of its source")
}
let count = arguments.count > 4 ? Int(arguments[4]) ?? 0 : .max
let limit = ["size", "flood"].contains(arguments[2]) ? UInt(clamping: number) : 0
let config = DiskStorage.Config(
    name: "stress", sizeLimit: limit, directory: URL(fileURLWithPath: arguments[1]))
do {
    try run(DiskStorage.Backend<Data>(config: config), mode: arguments[2], number: number, count: count)
} catch {
    fail("\(error)")
}
