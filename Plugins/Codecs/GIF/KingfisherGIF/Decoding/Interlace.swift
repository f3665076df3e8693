/// The order in which an image stores its rows.
///
/// Source: GIF 89a, appendix E.
struct Interlace {
    private static let passes: [(first: Int, step: Int)] = [(0, 8), (4, 8), (2, 4), (1, 2)]

    private let height: Int
    private let isInterlaced: Bool

    init(_ frame: GIFFrame) {
        height = frame.height
        isInterlaced = frame.isInterlaced
    }

    /// Calls the body for the first `count` stored rows.
    ///
    /// - Parameter body: Gets the number of the stored row, where it belongs, and over how many rows it stands in for
    ///   rows of later passes, itself included.
    func eachRow(_ count: Int, _ body: (_ stored: Int, _ row: Int, _ standsFor: Int) -> Void) {
        guard isInterlaced else {
            for row in 0..<min(count, height) { body(row, row, 1) }
            return
        }
        var stored = 0
        for (pass, (first, step)) in Self.passes.enumerated() {
            let spread = pass == 0 ? 8 : step / 2
            for row in stride(from: first, to: height, by: step) {
                guard stored < count else { return }
                body(stored, row, min(spread, height - row))
                stored += 1
            }
        }
    }
}
