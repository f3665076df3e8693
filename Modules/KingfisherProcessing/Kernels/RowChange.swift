import KingfisherCore

/// A sample that kernels reckon with.
typealias KernelSample = PixelSample & RowElement

/// A change of rows that needs no other rows.
protocol RowChange {
    /// Changes a row of interleaved samples, the one at `y`, where it lies.
    func change<Sample: KernelSample>(_ row: UnsafeMutablePointer<Sample>, at y: Int, of layout: PixelLayout)
}

extension PixelBuffer {
    /// The picture with every row changed: in its own memory when this was its last owner, large ones by all cores.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    consuming func changed(by change: some RowChange) throws -> PixelBuffer {
        var canvas = try (consume self).thaw()
        switch canvas.layout.depth {
        case .eight: try canvas.changeRows(of: UInt8.self, by: change)
        case .sixteen: try canvas.changeRows(of: UInt16.self, by: change)
        }
        return canvas.freeze()
    }
}

extension PixelCanvas {
    fileprivate mutating func changeRows<Sample: KernelSample>(
        of type: Sample.Type, by change: some RowChange
    ) throws {
        let layout = layout
        try withMutableBytes { bytes in
            try unsafe bytes.withUnsafeMutableBytes { bytes in
                guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: type) else { return }
                try RowBlocks(layout).run { rows in
                    for y in rows {
                        unsafe change.change(start + y * layout.samplesPerRow, at: y, of: layout)
                    }
                }
            }
        }
    }
}
