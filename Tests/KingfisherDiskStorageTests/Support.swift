import Foundation
import KingfisherCore
import KingfisherDiskStorage
import KingfisherTestKit

/// A folder that is removed with its owner.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("kf-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        remove()
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    var path: String { url.path }
}

/// A storage in a folder of its own, with a clock that stands still.
struct Bench {
    let folder: TemporaryFolder
    let clock = ManualClock(start: Date(timeIntervalSince1970: 1_800_000_000))

    init() throws {
        folder = try TemporaryFolder()
    }

    func storage(
        _ configure: (inout DiskStorage.Config) -> Void = { _ in }
    ) throws -> DiskStorage.Backend<Data> {
        var config = DiskStorage.Config(name: "test", sizeLimit: 0, directory: folder.url)
        // Tests see what their own calls do; those of the background say so.
        config.cleanInterval = 0
        configure(&config)
        return try DiskStorage.Backend(config: config, now: clock.dateSource)
    }

    /// The folder that `storage` makes inside.
    var cacheFolder: URL {
        folder.url.appendingPathComponent("com.onevcat.Kingfisher.ImageCache.test", isDirectory: true)
    }

    /// All names in the folder, hidden ones too.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: cacheFolder.path).sorted()
    }
}

/// The path of a program that was built beside the tests.
func builtProgram(_ name: String) throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
        throw TestKitFailure("\(path) is missing; build the whole package")
    }
    return path
}

func code(of body: () throws -> Void) -> PluginError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? PluginError)?.code
    }
}

func message(of body: () throws -> Void) -> String {
    do {
        try body()
        return ""
    } catch {
        return "\(error)"
    }
}

/// Sets the time at which a file or folder was last written.
func setModified(_ url: URL, _ date: Date) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
}

let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures")
