import Foundation
import KingfisherCore

/// Products of cosines over a picture, of which placeholders are made.
struct CosineWaves {
    /// The most waves a side that a placeholder has.
    private static let count = 9

    private let width: Int
    private let height: Int
    private let columns: [Double]
    private let rows: [Double]

    /// - Parameter phase: Where in a pixel waves are taken: 0 at its left and upper edge, 0.5 in its middle.
    init(width: Int, height: Int, phase: Double) {
        self.width = width
        self.height = height
        func cosines(_ length: Int) -> [Double] {
            (0..<Self.count * length).map { place in
                cos(.pi * Double(place / length) * (Double(place % length) + phase) / Double(length))
            }
        }
        columns = cosines(width)
        rows = cosines(height)
    }

    func value(x: Int, y: Int, across: Int, down: Int) -> Double {
        columns[across * width + x] * rows[down * height + y]
    }

    /// The mean of a channel's samples times a wave.
    func mean(of samples: [Double], channel: Int, channels: Int, across: Int, down: Int) -> Double {
        var sum = 0.0
        for y in 0..<height {
            var line = 0.0
            for x in 0..<width {
                line += samples[(y * width + x) * channels + channel] * columns[across * width + x]
            }
            sum += line * rows[down * height + y]
        }
        return sum / Double(width * height)
    }
}

extension PixelBuffer {
    /// The picture, made smaller if a side is longer than that; its shape stays.
    func reduced(toLongestSide side: Int, resampling: Resampling) throws -> PixelBuffer {
        let longest = max(width, height)
        guard longest > side else { return self }
        func scaled(_ length: Int) -> Int { max((length * side + longest / 2) / longest, 1) }
        return try resized(width: scaled(width), height: scaled(height), resampling: resampling)
    }
}
