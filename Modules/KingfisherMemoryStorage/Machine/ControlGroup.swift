internal import Foundation

/// A control group of the kernel, as far as it limits memory.
struct ControlGroup: Sendable {
    /// Its folder.
    let path: String
    /// Whether it is one of version 2, whose files have other names.
    let isUnified: Bool

    /// Bytes that the processes in it may use together; nil for no limit.
    var memoryLimit: Int? {
        let name = isUnified ? "memory.max" : "memory.limit_in_bytes"
        guard let text = Self.text(at: "\(path)/\(name)") else { return nil }
        // "max", or in version 1 a number of no meaning, for no limit.
        guard let limit = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), limit > 0 else {
            return nil
        }
        return limit
    }

    /// The group of this process and those around it, the innermost first; none where they cannot be seen.
    /// - Parameter root: Where `proc` and `sys` are.
    static func ofThisProcess(root: String) -> [ControlGroup] {
        let root = root.hasSuffix("/") ? root : root + "/"
        guard let lines = text(at: "\(root)proc/self/cgroup")?.split(separator: "\n") else { return [] }
        var groups: [ControlGroup] = []
        for line in lines {
            // number:controllers:path
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            if fields[1].isEmpty {
                groups += chain(fields[2], below: "\(root)sys/fs/cgroup", isUnified: true)
            } else if fields[1].split(separator: ",").contains("memory") {
                groups += chain(fields[2], below: "\(root)sys/fs/cgroup/memory", isUnified: false)
            }
        }
        return groups
    }

    /// A file of the kernel's as text; nil where there is none.
    static func text(at path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: 1 << 16)).flatMap { String(bytes: $0, encoding: .utf8) }
    }

    /// A group and all around it. In a container the path may be one that is seen from outside only, where the
    /// folder of the mount is the group itself.
    private static func chain(
        _ path: Substring, below mount: String, isUnified: Bool
    ) -> [ControlGroup] {
        var names = path.split(separator: "/").filter { $0 != ".." }
        var groups: [ControlGroup] = []
        while true {
            groups.append(
                ControlGroup(path: ([Substring(mount)] + names).joined(separator: "/"), isUnified: isUnified))
            if names.popLast() == nil { return groups }
        }
    }
}
