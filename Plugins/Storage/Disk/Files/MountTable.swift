internal import Foundation

/// What is mounted where, as far as this plugin has to know.
enum MountTable {
    /// File systems that another machine, or a program, may change without the kernel's noticing.
    private static let remote: Set<Substring> = [
        "9p", "afs", "ceph", "cifs", "gfs2", "glusterfs", "lustre", "nfs", "nfs4", "ocfs2", "smb3", "vboxsf",
        "virtiofs",
    ]

    /// Whether a folder lies on a file system whose changes the kernel may not know of.
    ///
    /// What cannot be found out counts as remote.
    static func isRemote(_ folder: String) -> Bool {
        guard let table = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else {
            return true
        }
        let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        return kind(of: path, in: table).map { remote.contains($0) || $0.hasPrefix("fuse") } ?? true
    }

    /// The kind of file system that a path lies on.
    /// - Parameter table: Lines as in `/proc/self/mountinfo` (proc(5)).
    static func kind(of path: String, in table: String) -> Substring? {
        var best: (length: Int, kind: Substring)?
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"), dash + 1 < fields.count
            else {
                continue
            }
            let place = unescaped(fields[4])
            let isAbove = place == "/" || path == place || path.hasPrefix(place + "/")
            // The last of several at one place lies on top.
            if isAbove, place.utf8.count >= best?.length ?? 0 { best = (place.utf8.count, fields[dash + 1]) }
        }
        return best?.kind
    }

    /// Blanks and the like are written as a backslash and three octal digits.
    private static func unescaped(_ field: Substring) -> String {
        guard field.contains("\\") else { return String(field) }
        var bytes: [UInt8] = []
        var rest = field.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let code = UInt8(Substring(rest.prefix(3)), radix: 8) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
