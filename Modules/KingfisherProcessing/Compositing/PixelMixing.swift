/// How two premultiplied pixels become one: red, green, blue, alpha in 0...1.
protocol PixelMixing: Sendable {
    func mixed(source: SIMD4<Float>, backdrop: SIMD4<Float>) -> SIMD4<Float>
}

extension CompositingOperation {
    /// The operator as it is applied to pixels.
    struct Mixing: PixelMixing {
        private let source: Share
        private let backdrop: Share

        init(_ operation: CompositingOperation) {
            (source, backdrop) = operation.shares
        }

        func mixed(source: SIMD4<Float>, backdrop: SIMD4<Float>) -> SIMD4<Float> {
            let ofSource = self.source.constant + self.source.byAlpha * backdrop.w
            let ofBackdrop = self.backdrop.constant + self.backdrop.byAlpha * source.w
            return pointwiseMin(source * ofSource + backdrop * ofBackdrop, .one)
        }
    }
}

extension BlendMode {
    /// The mode as it is applied to pixels: mixed where both are, then over.
    struct Mixing: PixelMixing {
        let mode: BlendMode

        func mixed(source: SIMD4<Float>, backdrop: SIMD4<Float>) -> SIMD4<Float> {
            let both = source.w * backdrop.w
            var result = source * (1 - backdrop.w) + backdrop * (1 - source.w)
            if both > 0 {
                let colors = BlendFormula.mixed(
                    mode, source: source / source.w, backdrop: backdrop / backdrop.w)
                result += colors * both
            }
            result.w = source.w + backdrop.w - both
            return result
        }
    }
}
