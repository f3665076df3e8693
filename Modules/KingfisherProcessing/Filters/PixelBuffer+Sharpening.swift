public import KingfisherCore

extension PixelBuffer {
    /// The picture with its details made stronger, by an unsharp mask: `pixel + amount * (pixel - blurred)`.
    ///
    /// Alpha stays; where there is alpha the result is premultiplied. The memory is reused when this was its last owner;
    /// above a megapixel all cores work.
    /// - Parameters:
    ///   - radius: The blur's standard deviation in pixels: about the size of the details.
    ///   - amount: How much stronger they become; 0 changes nothing.
    /// - Throws: `PluginError` with `.invalidValue` for a radius as in `blurred(radius:)`, an amount below 0 or above
    ///   1000, or not a number, or `.outOfMemory`; or `CancellationError`.
    public consuming func sharpened(radius: Double, amount: Double) throws -> PixelBuffer {
        guard radius >= 0, radius <= Self.largestBlurRadius, amount >= 0, amount <= 1000 else {
            throw PluginError(
                .invalidValue, pluginID: "processing",
                message:
                    "Sharpening cannot work with a radius of \(radius) pixels and an amount of \(amount); give a "
                    + "radius from 0 to \(Int(Self.largestBlurRadius)) and an amount from 0 to 1000.")
        }
        if radius == 0 || amount == 0 { return self }
        // At 16 bits, so that the amount does not multiply what rounding to 8 takes away.
        let blurred = try blurred(radius: radius, depth: .sixteen)
        let pixels = try premultiplied()
        return try blurred.withSamples16 { samples in
            try unsafe samples.withUnsafeBufferPointer { samples in
                guard let start = samples.baseAddress else { return pixels }
                return try unsafe pixels.changed(by: UnsharpMask(amount: Float(amount), blurred: start))
            }
        }
    }
}

/// Draws premultiplied rows away from blurred ones.
// Safe: made and used inside the scope of the blurred samples, of which there are as many as in the rows it changes.
@safe private struct UnsharpMask: RowChange {
    let amount: Float
    let blurred: UnsafePointer<UInt16>

    func change<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, at y: Int, of layout: PixelLayout
    ) {
        let behind = unsafe blurred + y * layout.samplesPerRow
        let step = layout.channels.count
        let colors = layout.channels.hasAlpha ? step - 1 : step
        let own = 1 + amount
        let other = amount * Sample.max.real / 65_535
        for start in stride(from: 0, to: layout.samplesPerRow, by: step) {
            let white = unsafe layout.channels.hasAlpha ? row[start + step - 1].real : Sample.max.real
            for index in start..<start + colors {
                unsafe row[index] = RowKernels.rounded(
                    own * row[index].real - other * behind[index].real, top: white)
            }
        }
    }
}
