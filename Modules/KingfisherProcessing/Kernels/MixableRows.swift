import KingfisherCore

/// The rows of a picture with alpha multiplied in, as mixing wants them.
// Safe: made and used inside the scope of the picture's samples, whose number the layout states.
@safe struct MixableRows<Sample: KernelSample> {
    let layout: PixelLayout
    let samples: UnsafePointer<Sample>

    /// Samples of memory that a row may need.
    var scratchLength: Int { layout.alphaMode == .straight ? layout.samplesPerRow : 0 }

    /// A row: itself where multiplying changes nothing, else made in `memory`.
    func row(_ y: Int, in memory: UnsafeMutablePointer<Sample>) -> UnsafePointer<Sample> {
        let row = unsafe samples + y * layout.samplesPerRow
        guard layout.alphaMode == .straight, unsafe !isOpaque(row) else { return unsafe row }
        unsafe Sample.premultiply(row, into: memory, pixels: layout.width, channels: layout.channels.count)
        return unsafe UnsafePointer(memory)
    }

    private func isOpaque(_ row: UnsafePointer<Sample>) -> Bool {
        let step = layout.channels.count
        var alphas = Sample.max
        for index in stride(from: step - 1, to: layout.samplesPerRow, by: step) {
            unsafe alphas &= row[index]
        }
        return alphas == .max
    }
}
