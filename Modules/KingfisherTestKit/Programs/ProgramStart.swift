internal import Foundation
internal import Glibc

/// Starts a program with its three standard streams and nothing else that is open.
struct ProgramStart {
    let path: String
    let arguments: [String]

    /// - Returns: The process's number.
    /// - Throws: `TestKitFailure` where it cannot be started.
    func spawn(_ surroundings: RunningProgram.Surroundings) throws -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let streams = [surroundings.input, surroundings.output, surroundings.errors]
        for (number, stream) in zip(Int32(0)..., streams) {
            unsafe connect(number, to: stream, in: &actions)
        }
        try keepOpenFilesFromChildren()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        clearSignals(of: &attributes)
        var number: Int32 = 0
        let environment = surroundings.environment.map { "\($0.key)=\($0.value)" }
        let command = command(in: surroundings.folder)
        let code = unsafe withTerminatedList(command) { arguments in
            unsafe withTerminatedList(environment) { environment in
                unsafe posix_spawn(&number, command[0], &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else {
            throw TestKitFailure(
                "the program \(path) cannot be started: \(unsafe String(cString: strerror(code)))")
        }
        return number
    }

    /// The program with its arguments, started by `env` where it is to run in another folder: Swift sees no action of
    /// `posix_spawn` for that.
    private func command(in folder: String?) -> [String] {
        let command = [path] + arguments
        return folder.map { ["/usr/bin/env", "-C", $0] + command } ?? command
    }

    /// A child that holds one end of a pipe keeps its reader waiting, or its writer.
    private func keepOpenFilesFromChildren() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            guard let descriptor = Int32(name), descriptor > 2 else { continue }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    private func connect(
        _ number: Int32, to stream: RunningProgram.Stream, in actions: inout posix_spawn_file_actions_t
    ) {
        let mode = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
        switch stream {
        case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        case .file(let path): unsafe posix_spawn_file_actions_addopen(&actions, number, path, mode, 0o600)
        case .descriptor(let descriptor):
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        case .inherited: break
        }
    }

    /// The child blocks no signal: it would inherit those that Dispatch's threads block.
    private func clearSignals(of attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    }

    /// Lends C strings as the list that ends with nil, which `exec` takes.
    private func withTerminatedList<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let list = unsafe strings.map { unsafe strdup($0) }
        defer { unsafe list.forEach { unsafe free($0) } }
        return unsafe body(list + [nil])
    }
}
