import KingfisherCore
public import KingfisherPipeline
import KingfisherTestKit

/// What every view does alike, whichever toolkit it is of.
///
/// Each check makes views of its own, and throws `TestKitFailure` with a sentence where one does not do as it should.
@MainActor
public struct ViewContract<View: ImageSettable> {
    /// One check.
    public typealias Check = @MainActor (ViewContract) async throws -> Void

    let pipeline: ViewPipeline
    let make: @MainActor () -> View

    /// A contract over views that a closure makes.
    public init(_ make: @escaping @MainActor () -> View) throws {
        pipeline = try ViewPipeline()
        self.make = make
    }

    /// The names of all checks.
    nonisolated public static var names: [String] { checks.map(\.name) }

    /// All checks by name.
    nonisolated public static var checks: [(name: String, run: Check)] {
        [
            ("a memory hit is shown within the call", { try await $0.memoryHit() }),
            ("a placeholder gives way to the image", { try await $0.placeholderImage() }),
            ("a placeholder that is no image is taken out", { try await $0.placeholderWidget() }),
            ("a superseded load is cached, not shown", { try await $0.superseded() }),
            ("a completion handler may set the next image", { try await $0.nextFromHandler() }),
            ("no source leaves the placeholder", { try await $0.emptySource() }),
            ("the current image is kept where asked", { try await $0.keptImage() }),
            ("a failure leaves the placeholder, or shows its image", { try await $0.failure() }),
            ("cancelling completes once, and shows nothing", { try await $0.cancelling() }),
            ("progress is that of the current load", { try await $0.progress() }),
            ("the indicator runs while the view waits", { try await $0.indicator() }),
            ("a stale end leaves the indicator running", { try await $0.indicatorOfNewer() }),
            ("a transition is for images that no cache had", { try await $0.transition() }),
            ("a view that goes away is not kept", { try await $0.viewGone() }),
            ("cancelling the calling task cancels the load", { try await $0.asyncCancelling() }),
        ]
    }

    func expect(_ condition: Bool, _ failure: @autoclosure () -> String) throws {
        if !condition { throw TestKitFailure(failure()) }
    }

    func expect(_ view: View, showsWidth width: Int?, _ when: String) throws {
        let shown = view.image?.width
        try expect(
            shown == width,
            "\(when) the view shows \(shown.map { "a width of \($0)" } ?? "nothing"), not \(width ?? 0)")
    }
}
