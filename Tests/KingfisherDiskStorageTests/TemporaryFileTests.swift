import Foundation
import KingfisherTestKit
import Testing

@testable import KingfisherDiskStorage

@Suite("Files that are being written", .timeLimit(.minutes(1)))
struct TemporaryFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
    }

    private func put(_ text: String, named isNamed: Bool, overwriting: Bool) throws {
        let path = folder.url.path
        let file = try isNamed ? TemporaryFile.createNamed(in: path) : TemporaryFile.create(in: path)
        try file.write(Data(text.utf8).bytes, Data().bytes)
        try file.put(at: "\(path)/value", overwriting: overwriting)
    }

    @Test("Until it is put in place it has no name")
    func unnamed() throws {
        do {
            let file = try TemporaryFile.create(in: folder.url.path)
            try file.write(Data().bytes, Data([1]).bytes)
            #expect(try names == [])
        }
        #expect(try names == [])
    }

    @Test("Where that cannot be, its name is hidden, and goes with it")
    func named() throws {
        do {
            let file = try TemporaryFile.createNamed(in: folder.url.path)
            try file.write(Data().bytes, Data([1]).bytes)
            #expect(try names.allSatisfy { $0.hasPrefix(".kf-") && $0.hasSuffix(".tmp") })
        }
        #expect(try names == [])
    }

    @Test("It replaces another file only where it may, and leaves nothing else", arguments: [false, true])
    func replacing(isNamed: Bool) throws {
        try put("one", named: isNamed, overwriting: false)
        let failure = #expect(throws: SystemFailure.self) {
            try put("two", named: isNamed, overwriting: false)
        }
        #expect(failure?.code == EEXIST)
        let url = folder.url.appendingPathComponent("value")
        #expect(try Data(contentsOf: url) == Data("one".utf8))
        try put("three", named: isNamed, overwriting: true)
        #expect(try Data(contentsOf: url) == Data("three".utf8))
        #expect(try names == ["value"])
    }
}
