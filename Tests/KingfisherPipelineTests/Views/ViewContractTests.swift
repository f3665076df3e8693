import KingfisherCore
import KingfisherPipeline
import TestViews
import Testing

@Suite("Views", .timeLimit(.minutes(2)))
@MainActor
struct ViewContractTests {
    @Test(
        "every check of the contract holds for a view without a display",
        arguments: ViewContract<HeadlessView>.names)
    func contract(_ name: String) async throws {
        let check = try #require(ViewContract<HeadlessView>.checks.first { $0.name == name })
        try await check.run(ViewContract { HeadlessView() })
    }

    @Test("forced, a transition is used for a memory hit as well")
    func forcedTransition() async throws {
        let pipeline = try ViewPipeline()
        let source = try pipeline.serve(width: 11)
        try await pipeline.warm(source)
        let view = HeadlessView()
        view.kf.setImage(
            with: source, manager: pipeline.manager, options: [.transition(.fade(1)), .forceTransition])
        #expect(view.transitions == 1)
        view.kf.setImage(with: source, manager: pipeline.manager, options: [.forceTransition])
        #expect(view.transitions == 1)
    }

    @Test("custom transitions say how long they take, and none takes no time")
    func durations() {
        #expect(ImageTransition.none.isNone)
        #expect(ImageTransition.fade(0).isNone)
        #expect(ImageTransition.custom(duration: 2) { _, _ in }.duration == 2)
    }
}
