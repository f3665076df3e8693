import Foundation
import KingfisherCore
import KingfisherPNG
import QOIPlugin

// Converts between QOI and PNG: what the input is, its content tells; what the output is, its name.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let input = arguments.first, let output = arguments.last else {
    print("usage: qoi-convert INPUT OUTPUT.qoi|OUTPUT.png")
    exit(2)
}
do {
    let codecs = try PluginRegistry([PNGPlugin(), QOIPlugin()]).codecs
    let image = try codecs.decode(try Data(contentsOf: URL(filePath: input)))
    let bytes = try codecs.encode(image, as: output.hasSuffix(".qoi") ? .qoi : .png)
    try bytes.write(to: URL(filePath: output), options: .atomic)
    print("\(output): \(image.width)x\(image.height), \(bytes.count) bytes")
} catch {
    FileHandle.standardError.write(Data("qoi-convert: \(input): \(error)\n".utf8))
    exit(1)
}
