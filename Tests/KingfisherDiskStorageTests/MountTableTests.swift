import Foundation
import KingfisherTestKit
import Testing

@testable import KingfisherDiskStorage

@Suite("What is mounted where", .timeLimit(.minutes(1)))
struct MountTableTests {
    private let table = """
        21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
        22 21 0:20 / /dev/shm rw shared:2 master:1 - tmpfs shm rw
        23 21 0:21 / /mnt/all\\040pictures rw - nfs4 server:/x rw
        24 23 0:22 / /mnt/all\\040pictures rw - fuse.sshfs server rw
        """

    @Test(
        "The deepest mount above a path counts, the last one at a place",
        arguments: [
            ("/home/a", "ext4"), ("/dev/shm", "tmpfs"), ("/dev/shm/x", "tmpfs"), ("/dev/shmx", "ext4"),
            ("/mnt/all pictures/b", "fuse.sshfs"),
        ])
    func deepest(path: String, kind: Substring) {
        #expect(MountTable.kind(of: path, in: table) == kind)
    }

    @Test("What is said of a real folder is what stat says")
    func agreesWithStat() async throws {
        for path in ["/tmp", "/dev/shm", "/proc/self"] {
            let stat = try await ChildProgram.run("stat", ["-f", "-c", "%T", path])
            let kind = String(decoding: stat.output, as: UTF8.self).trimmingCharacters(
                in: .whitespacesAndNewlines)
            let table = try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
            // Programs such as stat know the three extended file systems by one name.
            let ours = MountTable.kind(of: path, in: table).map { $0.hasPrefix("ext") ? "ext2/ext3" : $0 }
            #expect(ours.map(String.init) == kind)
        }
    }
}
