import Foundation

/// How far two pictures are apart.
enum ImageError {
    /// The mean of the squared differences of red, green and blue.
    ///
    /// - Parameter blurred: Whether each sample is averaged over 5x5 pixels first, as an eye does from afar.
    static func meanSquare(_ first: Data, _ second: Data, width: Int, blurred: Bool) -> Double {
        let (a, b) = ([UInt8](first), [UInt8](second))
        let height = a.count / 4 / width
        var difference = [Double](repeating: 0, count: a.count)
        for index in a.indices where index % 4 < 3 { difference[index] = Double(a[index]) - Double(b[index]) }
        let reach = blurred ? 2 : 0
        var sum = 0.0
        for y in reach..<height - reach {
            for x in reach..<width - reach {
                for channel in 0..<3 {
                    var value = 0.0
                    for row in y - reach...y + reach {
                        for column in x - reach...x + reach {
                            value += difference[(row * width + column) * 4 + channel]
                        }
                    }
                    value /= Double((2 * reach + 1) * (2 * reach + 1))
                    sum += value * value
                }
            }
        }
        return sum / Double(3 * (width - 2 * reach) * (height - 2 * reach))
    }
}
