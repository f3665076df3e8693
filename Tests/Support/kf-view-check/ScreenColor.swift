import Foundation
import KingfisherCore

/// A colour of 8 bits a channel.
struct ScreenColor: Equatable {
    let red: Int
    let green: Int
    let blue: Int

    init(_ red: Int, _ green: Int, _ blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// A colour as ImageMagick writes it: `srgb(1,2,3)`, `gray(4)`, or the name of one of the plain ones.
    init?(_ text: String) {
        let plain = ["red": (255, 0, 0), "lime": (0, 255, 0), "blue": (0, 0, 255), "white": (255, 255, 255)]
        if let (red, green, blue) = plain[text] {
            self.init(red, green, blue)
            return
        }
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        switch numbers.count {
        case 1: self.init(numbers[0], numbers[0], numbers[0])
        case 3, 4: self.init(numbers[0], numbers[1], numbers[2])
        default: return nil
        }
    }

    /// An image of this colour alone.
    func image(width: Int = 40, height: Int = 30, scale: CGFloat = 1) throws -> Image {
        let bytes = Data([UInt8(red), UInt8(green), UInt8(blue)])
        let layout = try PixelLayout(width: width, height: height, channels: .rgb)
        let row = Data((0..<width * height).flatMap { _ in bytes })
        return Image(pixels: try PixelBuffer(layout: layout, copying: row), scale: scale)
    }
}
