import Foundation

/// What is fuzzed, as the environment says; libFuzzer has the command line for itself.
private let target: FuzzTarget = {
    let environment = ProcessInfo.processInfo.environment
    guard let target = FuzzTarget(name: environment["KF_FUZZ"] ?? "") else {
        print("KF_FUZZ names what to fuzz, one of: \(FuzzTarget.names.joined(separator: " "))")
        exit(2)
    }
    return target
}()

/// Called by libFuzzer before it reads its corpus: adds an input that no fixture gives.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
    let target = target
    if let changes = ProcessInfo.processInfo.environment["KF_FUZZ_CHANGES"].flatMap(Int.init) {
        damageAndExit(DamageRun(target: target, changes: changes))
    }
    if let folder = ProcessInfo.processInfo.environment["KF_FUZZ_SEEDS"] {
        target.writeSeed(URL(filePath: folder))
    }
    return 0
}

/// Damages the files of the environment's list in place of fuzzing.
private func damageAndExit(_ damage: DamageRun) -> Never {
    let files = (ProcessInfo.processInfo.environment["KF_FUZZ_FILES"] ?? "").split(separator: "\n")
    do {
        exit(try damage.run(files.map { URL(filePath: String($0)) }) ? 0 : 1)
    } catch {
        print("\(error)")
        exit(1)
    }
}

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(bytes.map { Data(bytes: $0, count: count) } ?? Data())
    return 0
}
