import Foundation
import KingfisherCore

/// A Gaussian by its formula: in double precision, over eight standard deviations, edges extended.
struct GaussianReference {
    let weights: [Double]

    init(radius: Double) {
        let reach = Int((radius * 8).rounded(.up))
        let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * radius * radius)) }
        let sum = raw.reduce(0, +)
        weights = raw.map { $0 / sum }
    }

    /// One axis of a picture of one channel.
    func line(_ line: [Double]) -> [Double] {
        let reach = weights.count / 2
        // What lies beyond an edge is one value: its weights are added up first.
        var tails = [0.0]
        for weight in weights { tails.append(tails[tails.count - 1] + weight) }
        return line.indices.map { center in
            let first = max(center - reach, 0)
            let last = min(center + reach, line.count - 1)
            var sum = line[0] * tails[first - center + reach]
            sum += line[line.count - 1] * (tails[weights.count] - tails[last - center + reach + 1])
            for index in first...last { sum += line[index] * weights[index - center + reach] }
            return sum
        }
    }

    /// The samples of a picture whose colours, if it has alpha, are premultiplied, before rounding.
    func blur(_ picture: PixelBuffer) -> [Double] {
        let (width, height, step) = (picture.width, picture.height, picture.layout.channels.count)
        var all = samples(picture).map(Double.init)
        for channel in 0..<step {
            for y in 0..<height {
                let places = (0..<width).map { (y * width + $0) * step + channel }
                for (place, value) in zip(places, line(places.map { all[$0] })) { all[place] = value }
            }
            for x in 0..<width {
                let places = (0..<height).map { ($0 * width + x) * step + channel }
                for (place, value) in zip(places, line(places.map { all[$0] })) { all[place] = value }
            }
        }
        return all
    }
}
