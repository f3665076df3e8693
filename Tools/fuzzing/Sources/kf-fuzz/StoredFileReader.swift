import Foundation
import KingfisherCore
import KingfisherDiskStorage

/// Reads bytes as a file that lies in a disk cache's folder.
///
/// The last four bytes of such a file are a checksum of its trailer. Inputs go without, and get the right one here:
/// else hardly any would be read further.
struct StoredFileReader {
    private let storage: DiskStorage.Backend<Data>
    private let key = "fuzz"

    init() {
        let memory =
            FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let folder = URL(filePath: memory).appending(
            path: "kf-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
        do {
            storage = try DiskStorage.Backend(
                config: DiskStorage.Config(name: "fuzz", sizeLimit: 0, directory: folder))
        } catch {
            fatalError("the folder \(folder.path) cannot be made: \(error)")
        }
    }

    func read(_ data: Data) {
        do {
            try (data + checksum(of: trailer(in: data))).write(to: storage.cacheFileURL(forKey: key))
        } catch {
            fatalError("\(storage.directoryURL.path) cannot be written: \(error)")
        }
        _ = try? storage.value(forKey: key)
        _ = try? storage.entries()
        _ = try? storage.verify()
    }

    /// A sound file without its last four bytes.
    func seed() -> Data? {
        try? storage.store(value: Data("the payload".utf8), forKey: key)
        return (try? Data(contentsOf: storage.cacheFileURL(forKey: key)))?.dropLast(4)
    }

    /// The trailer's length stands in front of the eight bytes of its signature.
    private func trailer(in data: Data) -> Data {
        let length = data.suffix(12).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return data.suffix(max(length - 4, 0))
    }

    /// CRC-32C, big-endian.
    private func checksum(of bytes: Data) -> Data {
        let remainder = bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1) * 0x82F6_3B78 }
        }
        return withUnsafeBytes(of: (~remainder).bigEndian) { Data($0) }
    }
}
