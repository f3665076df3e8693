import Foundation
import KingfisherCore
import KingfisherDiskStorage

// Keeps any bytes by a key for a day, in at most 100 MB that all programs of a user share:
//
//     disk-cache FOLDER put KEY < file     keeps standard input
//     disk-cache FOLDER get KEY > file     writes what was kept; exit status 1 when there is nothing
//     disk-cache FOLDER list               shows what there is

var arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else {
    print("usage: disk-cache FOLDER put KEY | get KEY | list")
    exit(2)
}

var config = DiskStorage.Config(
    name: "example", sizeLimit: 100_000_000, directory: URL(fileURLWithPath: arguments[0], isDirectory: true))
config.expiration = .days(1)

do {
    let storage = try DiskStorage.Backend<Data>(config: config)
    switch (arguments[1], arguments.dropFirst(2).first) {
    case ("put", let key?):
        try storage.store(value: FileHandle.standardInput.readDataToEndOfFile(), forKey: key)
    case ("get", let key?):
        guard let value = try storage.value(forKey: key) else { exit(1) }
        FileHandle.standardOutput.write(value)
    case ("list", nil):
        for entry in try storage.entries() { print("\(entry.valueByteCount) \(entry.key)") }
    default:
        print("usage: disk-cache FOLDER put KEY | get KEY | list")
        exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("disk-cache: \(error)\n".utf8))
    exit(1)
}
