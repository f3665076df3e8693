internal import KingfisherCore

/// Spreads the error of each pixel over its neighbours to come, in rows that run to and fro.
///
/// An eighth of the error is dropped, and all of an error of one step: passed on whole, errors pile up where the palette
/// has no colours around a pixel's, and the result is noisier as well as farther from the picture when seen from afar.
///
/// Source: R. Floyd, L. Steinberg, "An Adaptive Algorithm for Spatial Grayscale" (1976).
struct DiffusionDither {
    /// Errors of a row, in sixteenths, three samples a pixel, with a pixel more on either side.
    private typealias Errors = UnsafeMutableBufferPointer<Int>

    /// What is passed on of an error, in eighths.
    private static let share = 7

    /// The numbers of the colours that stand for the pixels.
    ///
    /// - Parameter absent: The number for pixels that are not there; no error passes through them.
    /// - Throws: `CancellationError`.
    func indices(of pixels: Pixels, _ palette: inout NearestColors, absent: UInt8) throws -> [UInt8] {
        let (width, height) = (pixels.width, pixels.height)
        var indices = [UInt8](repeating: absent, count: pixels.values.count)
        let errors = Errors.allocate(capacity: (width + 2) * 6)
        defer { errors.deallocate() }
        errors.initialize(repeating: 0)
        let half = (width + 2) * 3
        for row in 0..<height {
            if row % 64 == 0 { try WorkCancellation.check() }
            let current = Errors(rebasing: errors[(row % 2 * half)..<(row % 2 * half + half)])
            let next = Errors(rebasing: errors[((1 - row % 2) * half)..<((1 - row % 2) * half + half)])
            next.update(repeating: 0)
            let isForward = row % 2 == 0
            for step in 0..<width {
                let column = isForward ? step : width - 1 - step
                let pixel = pixels.values[row * width + column]
                guard pixel != 0 else { continue }
                let place = (column + 1) * 3
                let wanted = Self.corrected(RGB(pixel), by: current, at: place)
                let index = palette.nearest(to: wanted)
                indices[row * width + column] = UInt8(index)
                Self.spread(
                    wanted, palette.colors[index], at: place, ahead: isForward ? 3 : -3, current, next)
            }
        }
        return indices
    }

    private static func corrected(_ color: RGB, by errors: Errors, at place: Int) -> RGB {
        RGB(
            red: min(max(color.red + (errors[place] + 8) >> 4, 0), 255),
            green: min(max(color.green + (errors[place + 1] + 8) >> 4, 0), 255),
            blue: min(max(color.blue + (errors[place + 2] + 8) >> 4, 0), 255))
    }

    private static func spread(
        _ wanted: RGB, _ given: RGB, at place: Int, ahead: Int, _ current: Errors, _ next: Errors
    ) {
        func add(_ error: Int, _ channel: Int) {
            let place = place + channel
            let error = error * share / 8
            current[place + ahead] += error * 7
            next[place - ahead] += error * 3
            next[place] += error * 5
            next[place + ahead] += error
        }
        add(wanted.red - given.red, 0)
        add(wanted.green - given.green, 1)
        add(wanted.blue - given.blue, 2)
    }
}
