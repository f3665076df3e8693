import Foundation
@preconcurrency import Glibc
import KingfisherCore

/// Puts encoded images where the command line says.
struct OutputWriter: Sendable {
    /// A file, however it is called.
    private struct FileIdentity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        /// Nil where there is no file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    private let plan: OutputPlan
    private let names: OutputNames
    /// The files that are read; none of them is written.
    private let sources: Set<FileIdentity>

    /// - Throws: `UsageError` when image bytes would go onto a terminal.
    init(_ options: GetCommand.Options) throws(UsageError) {
        if options.output == .standardOutput, Console.isTerminal(STDOUT_FILENO) {
            throw UsageError(
                "-o - would write an image onto the terminal", hint: "name a file, or redirect it")
        }
        plan = options.output
        names = OutputNames(sources: options.sources, format: options.encoding.format)
        guard plan != .none else {
            sources = []
            return
        }
        sources = Set(
            options.sources.compactMap { text in
                switch try? SourceArgument(text) {
                case .file(let path): FileIdentity(path)
                case .standardInput: FileIdentity("/dev/stdin")
                default: nil
                }
            })
    }

    /// Whether anything is written at all.
    var writes: Bool { plan != .none }

    /// Makes the folder of `-O`.
    /// - Throws: `PluginError` with `.ioFailed`.
    func prepare() throws {
        guard case .folder(let path) = plan else { return }
        guard access(path, F_OK) != 0 || Self.isFolder(path) else {
            throw PluginError(
                .ioFailed, pluginID: "kf", message: "\(path) is a file, not a folder; -o writes files.")
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw PluginError(
                .ioFailed, pluginID: "kf",
                message: "The folder \(path) cannot be made; check the path and the mode of what is above it."
            )
        }
    }

    /// Writes what a source gave.
    /// - Returns: The path, `-` for standard output; nil when nothing is to be written.
    /// - Throws: `PluginError`.
    func write(_ data: Data, of source: String, in format: ImageFormat) throws -> String? {
        switch plan {
        case .none: return nil
        case .standardOutput:
            try FileBytes.write(data, to: STDOUT_FILENO, naming: "standard output")
            return "-"
        case .file(let path): return try writeFile(data, path)
        case .folder(let folder):
            guard let name = names.name(for: source, format: format) else { return nil }
            return try writeFile(data, Self.path(of: name, in: folder))
        }
    }

    /// The path of a file in the folder of `-O`.
    static func path(of name: String, in folder: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// Writes a file that is none of the sources.
    /// - Returns: Its path.
    /// - Throws: `PluginError`.
    func writeFile(_ data: Data, _ path: String) throws -> String {
        if let identity = FileIdentity(path), sources.contains(identity) {
            throw PluginError(
                .ioFailed, pluginID: "kf",
                message:
                    "\(path) is one of the sources and would be overwritten; write to another name or folder."
            )
        }
        try AtomicFile.write(data, to: path)
        return path
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
