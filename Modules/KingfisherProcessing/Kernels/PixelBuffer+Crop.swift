public import KingfisherCore

extension PixelBuffer {
    /// A part of the picture, copied row by row; the whole is returned as it is.
    ///
    /// - Parameters:
    ///   - x: The first column.
    ///   - y: The first row.
    ///   - width: Pixels in a row of the part.
    ///   - height: Rows of the part.
    /// - Precondition: The part is not empty and lies within the picture.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func cropped(x: Int, y: Int, width: Int, height: Int) throws -> PixelBuffer {
        precondition(
            x >= 0 && y >= 0 && width > 0 && height > 0 && width <= self.width - x
                && height <= self.height - y,
            "a part outside the picture")
        if width == self.width, height == self.height { return self }
        var canvas = try PixelCanvas(layout.resized(width: width, height: height))
        let target = canvas.layout
        let source = layout
        let rowsBetweenChecks = max(1_048_576 / target.bytesPerRow, 1)
        try withBytes { input in
            try unsafe input.withUnsafeBytes { input in
                try canvas.withMutableBytes { output in
                    try unsafe output.withUnsafeMutableBytes { output in
                        for row in 0..<height {
                            if row % rowsBetweenChecks == 0 { try WorkCancellation.check() }
                            let start = (y + row) * source.bytesPerRow + x * source.bytesPerPixel
                            let line = start..<start + target.bytesPerRow
                            let place = row * target.bytesPerRow
                            unsafe UnsafeMutableRawBufferPointer(rebasing: output[place...])
                                .copyMemory(from: UnsafeRawBufferPointer(rebasing: input[line]))
                        }
                    }
                }
            }
        }
        return canvas.freeze()
    }
}
