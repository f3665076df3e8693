internal import KingfisherCore

extension JPEGHeader {
    /// The frame header: size and kind of the image.
    struct Frame {
        let width: Int
        let height: Int
        let components: Int
        /// Bits of a sample.
        let precision: Int
        /// SOF0 to SOF15.
        private let process: UInt8

        /// Reads a frame header.
        /// - Throws: `PluginError`.
        init(marker: UInt8, _ payload: RawSpan) throws(PluginError) {
            guard let precision = payload.byte(at: 0), let height = payload.uint16(at: 1, .bigEndian),
                let width = payload.uint16(at: 3, .bigEndian), let components = payload.byte(at: 5),
                payload.byteCount == 6 + 3 * Int(components)
            else { throw CodecFailure.jpeg.corrupt("its frame header has the wrong length") }
            guard width > 0, height > 0 else {
                throw CodecFailure.jpeg.corrupt("its header states a size of \(width)x\(height) pixels")
            }
            guard [1, 3, 4].contains(components) else {
                throw CodecFailure.jpeg.unsupported("it has \(components) colour components, not 1, 3 or 4")
            }
            self.width = Int(width)
            self.height = Int(height)
            self.components = Int(components)
            self.precision = Int(precision)
            process = marker & 0x0F
        }

        var pixels: Int { width * height }

        var colorModel: ImageInfo.ColorModel {
            switch components {
            case 1: .gray
            case 3: .rgb
            default: .cmyk
            }
        }

        /// Whether its data are coded arithmetically.
        var isArithmetic: Bool { process >= 9 }

        /// Why the image cannot be decoded, where it is of a kind that can be inspected only.
        var refusal: PluginError? {
            switch process {
            case 3, 11: CodecFailure.jpeg.unsupported("it is lossless JPEG (SOF\(process))")
            case 5...7, 13...15: CodecFailure.jpeg.unsupported("it is hierarchical JPEG (SOF\(process))")
            default:
                precision == 8
                    ? nil : CodecFailure.jpeg.unsupported("its samples have \(precision) bits, not 8")
            }
        }
    }
}
