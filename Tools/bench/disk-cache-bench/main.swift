import Foundation
import KingfisherDiskStorage

// Times the disk storage beside plain system calls, in one run:
//
//     disk-cache-bench FOLDER            reads, stores, misses; FOLDER is made and removed
//     disk-cache-bench FOLDER misses     10,000 misses between two reads of /dev/null, for strace
//     disk-cache-bench FOLDER start N    opens a cache of N entries, which it makes where FOLDER has none

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
    print("usage: disk-cache-bench FOLDER [misses | start N]")
    exit(2)
}
let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
var config = DiskStorage.Config(name: "bench", sizeLimit: 0, directory: folder)
config.cleanInterval = 0

switch arguments.dropFirst(2).first {
case nil:
    try Speed(config: config).run()
    try FileManager.default.removeItem(at: folder)
case "misses":
    try Misses(config: config).run()
case "start":
    try Start(config: config, entries: Int(arguments.last ?? "") ?? 1_000_000).run()
case let other?:
    print("disk-cache-bench: \(other) is neither misses nor start")
    exit(2)
}
