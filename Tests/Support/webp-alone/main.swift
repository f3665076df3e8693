// Tells the size of a WebP file:
//
//     webp-alone FILE
//
// Imports the WebP codec, with the core it speaks in, and nothing else of ours, so that what it links to shows what
// the codec needs.

import Foundation
import KingfisherCore
import KingfisherWebP

guard CommandLine.arguments.count == 2 else {
    print("usage: webp-alone FILE")
    exit(2)
}
do {
    let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let image = try WebPDecoder().decode(data, options: DecodingOptions())
    print("\(image.width)x\(image.height)")
} catch {
    print("\(error)")
    exit(1)
}
