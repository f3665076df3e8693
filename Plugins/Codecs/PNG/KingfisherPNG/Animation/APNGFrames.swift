internal import CKingfisherPNG
internal import Foundation
internal import KingfisherCore

/// What a whole animation's file says of its frames, in order, found chunk by chunk.
struct APNGFrames: Sequence, IteratorProtocol {
    private let data: Data
    private var offset = 0

    init(of data: Data) {
        self.data = data
    }

    mutating func next() -> kf_png_frame? {
        var frame = kf_png_frame()
        let isFound = data.withUnsafeBytes { bytes in
            kf_png_next_frame(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &offset, &frame)
        }
        return isFound ? frame : nil
    }
}

extension kf_png_frame {
    /// How long the frame is shown; a denominator of 0 stands for 100.
    var duration: Duration {
        .seconds(Int64(delay_numerator)) / Int64(delay_denominator == 0 ? 100 : delay_denominator)
    }

    /// The frame in the words of the core.
    var description: AnimationFrame {
        AnimationFrame(
            x: Int(x), y: Int(y), width: Int(width), height: Int(height), duration: duration,
            disposal: [.keep, .clear, .previous][Int(Swift.min(disposal, 2))],
            blending: blending == 0 ? .replace : .over)
    }
}
