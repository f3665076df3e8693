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
    if let folder = ProcessInfo.processInfo.environment["KF_FUZZ_SEEDS"] {
        target.writeSeed(URL(filePath: folder))
    }
    return 0
}

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(bytes.map { Data(bytes: $0, count: count) } ?? Data())
    return 0
}
