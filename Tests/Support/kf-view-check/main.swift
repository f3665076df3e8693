import Foundation
import KingfisherGTK

// kf-view-check NAME [FOLDER]: runs one check on the display, with pictures for it in FOLDER; says on standard output what it
// found, and ends with 0 where all was as it should be.
let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let check = ViewCheck.all.first(where: { $0.name == name }) else {
    print(ViewCheck.all.map(\.name).joined(separator: "\n"))
    exit(2)
}
do {
    let loop = try MainLoop()
    var status: Int32 = 1
    loop.run {
        do {
            try await check.run(Stage(loop: loop, folder: URL(filePath: arguments.dropFirst().first ?? ".")))
            status = 0
        } catch {
            print(error)
        }
        loop.quit()
    }
    exit(status)
} catch {
    print(error)
    exit(1)
}
