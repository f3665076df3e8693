import Foundation
import KingfisherCore
import Testing

@testable import KFCommand

@Suite(.timeLimit(.minutes(1)))
struct AtomicFileTests {
    private let folder = FolderForTest()

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func aFileIsWrittenWholeAndLeavesNothingElse() throws {
        let path = folder.path("a.png")
        try AtomicFile.write(Data("first".utf8), to: path)
        try AtomicFile.write(Data("second".utf8), to: path)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("second".utf8))
        #expect(try folder.contents() == ["a.png"])
    }

    @Test func anExistingFileKeepsItsPermissions() throws {
        let path = folder.path("a.png")
        try Data().write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try AtomicFile.write(Data("x".utf8), to: path)
        #expect(try mode(path) == 0o640)
    }

    @Test func aLinkIsFollowed() throws {
        try Data("old".utf8).write(to: URL(filePath: folder.path("real.png")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.png"), withDestinationPath: "real.png")
        try AtomicFile.write(Data("new".utf8), to: folder.path("link.png"))
        #expect(try Data(contentsOf: URL(filePath: folder.path("real.png"))) == Data("new".utf8))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.png")) == "real.png")
    }

    @Test func aDeviceIsWrittenTo() throws {
        try AtomicFile.write(Data("x".utf8), to: "/dev/null")
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
                == .typeCharacterSpecial)
    }

    @Test func aFullDeviceIsReported() throws {
        let error = try #require(throws: PluginError.self) {
            try AtomicFile.write(Data("x".utf8), to: "/dev/full")
        }
        #expect(error.code == .noSpace)
        #expect(error.message.contains("/dev/full cannot be written: the disk is full"))
    }

    @Test func aFolderAndAMissingFolderAreReported() throws {
        let onto = try #require(throws: PluginError.self) {
            try AtomicFile.write(Data(), to: folder.path(""))
        }
        #expect(onto.message.contains("is a folder; -O writes into folders"))
        let into = try #require(throws: PluginError.self) {
            try AtomicFile.write(Data(), to: folder.path("no/a.png"))
        }
        #expect(into.message.contains("its folder does not exist"))
    }

    @Test func theLongestNameCanBeWritten() throws {
        let name = String(repeating: "n", count: 255)
        try AtomicFile.write(Data("x".utf8), to: folder.path(name))
        #expect(try folder.contents() == [name])
    }

    @Test func halfWrittenFilesAreRemovedTogether() throws {
        let files = TemporaryFiles()
        for name in ["a", "b", "c"] {
            files.add {
                FileManager.default.createFile(atPath: folder.path(name), contents: nil)
                    ? folder.path(name) : nil
            }
        }
        files.forget(folder.path("b"))
        files.removeAll {}
        #expect(try folder.contents() == ["b"])
    }
}
