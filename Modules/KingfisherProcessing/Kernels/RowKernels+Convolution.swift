extension RowKernels {
    /// Resamples a row to another width.
    ///
    /// Reads and writes up to `padding` elements past the end of both rows.
    static func convolve(
        _ source: UnsafePointer<Float>, channels: Int, weights: ResamplingWeights,
        into target: UnsafeMutablePointer<Float>
    ) {
        unsafe weights.values.withUnsafeBufferPointer { values in
            guard let values = values.baseAddress else { return }
            for (index, run) in weights.runs.enumerated() {
                let first = unsafe source + run.first * channels
                let weights = unsafe values + run.offset
                let result = unsafe target + index * channels
                switch channels {
                case 1: unsafe result[0] = unsafe sumOfSamples(first, weights, count: run.count)
                case 2: unsafe store(sumOfPairs(first, weights, count: run.count), at: result)
                default:
                    // With three channels the fourth lane is the next pixel's, overwritten in its turn.
                    unsafe store(
                        sumOfQuads(first, weights, count: run.count, stride: channels), at: result)
                }
            }
        }
    }

    private static func sumOfQuads(
        _ source: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, count: Int, stride: Int
    ) -> SIMD4<Float> {
        var total = SIMD4<Float>.zero
        var tap = 0
        while tap < count {
            let end = min(tap &+ blockLength, count)
            var even = SIMD4<Float>.zero
            var odd = SIMD4<Float>.zero
            while tap &+ 1 < end {
                unsafe even += load(source + tap &* stride) * weights[tap]
                unsafe odd += load(source + (tap &+ 1) &* stride) * weights[tap &+ 1]
                tap &+= 2
            }
            if tap < end {
                unsafe even += load(source + tap &* stride) * weights[tap]
                tap &+= 1
            }
            total += even + odd
        }
        return total
    }

    private static func sumOfPairs(
        _ source: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, count: Int
    ) -> SIMD2<Float> {
        var total = SIMD2<Float>.zero
        var tap = 0
        while tap < count {
            let end = min(tap &+ blockLength, count)
            var sum = SIMD2<Float>.zero
            while tap < end {
                sum += unsafe SIMD2(source[tap &* 2], source[tap &* 2 &+ 1]) * weights[tap]
                tap &+= 1
            }
            total += sum
        }
        return total
    }

    private static func sumOfSamples(
        _ source: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, count: Int
    ) -> Float {
        var total: Float = 0
        var tap = 0
        while tap < count {
            let end = min(tap &+ blockLength, count)
            var lanes = SIMD4<Float>.zero
            while tap &+ 3 < end {
                lanes += unsafe load(source + tap) * load(weights + tap)
                tap &+= 4
            }
            total += lanes.sum()
            while tap < end {
                total += unsafe source[tap] * weights[tap]
                tap &+= 1
            }
        }
        return total
    }

    private static func load(_ pointer: UnsafePointer<Float>) -> SIMD4<Float> {
        unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<Float>.self)
    }

    private static func store<Vector: SIMD>(_ vector: Vector, at pointer: UnsafeMutablePointer<Float>)
    where Vector: BitwiseCopyable {
        unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: vector, as: Vector.self)
    }
}
