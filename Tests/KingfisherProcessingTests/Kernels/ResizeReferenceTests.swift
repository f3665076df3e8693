import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

/// Compares with Pillow's filters, computed in floats and rounded once (Tools/fixtures makes the references).
@Suite(.timeLimit(.minutes(5)))
struct ResizeReferenceTests {
    @Test("Resizing agrees with Pillow's filters to within a step", arguments: try ResizeReference.all())
    func agrees(_ reference: ResizeReference) throws {
        let source = try reference.load(reference.inputDump, reference.inputWidth, reference.inputHeight)
        var result = try source.resized(
            width: reference.width, height: reference.height, resampling: reference.resampling)
        result = try result.premultiplied()
        let difference = try largestDifference(result, reference.loadExpected())
        // One step of 255 for rounding; of 65,535 one more, for sums in 24 bits.
        #expect(difference <= (result.layout.depth == .eight ? 1 : 2))
    }
}
