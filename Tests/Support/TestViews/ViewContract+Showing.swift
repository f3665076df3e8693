import KingfisherCache
import KingfisherCore
import KingfisherPipeline
import KingfisherTestKit

extension ViewContract {
    func memoryHit() async throws {
        let source = try pipeline.serve(width: 11)
        try await pipeline.warm(source)
        let view = make()
        let calls = Completions()
        let task = view.kf.setImage(
            with: source, manager: pipeline.manager, placeholder: try ViewPipeline.image(width: 3),
            completionHandler: calls.handler)
        try expect(view, showsWidth: 11, "after the call")
        try expect(task == nil, "a memory hit returned a task")
        try expect(calls.all.count == 1, "a memory hit completed \(calls.all.count) times within the call")
        try expect(view.kf.taskIdentifier == nil, "an ended load is still current")
    }

    func placeholderImage() async throws {
        let gate = try Gate()
        let source = try pipeline.serve(width: 11, gate: gate)
        let view = make()
        let calls = Completions()
        view.kf.setImage(
            with: source, manager: pipeline.manager, placeholder: try ViewPipeline.image(width: 3),
            completionHandler: calls.handler)
        try expect(view, showsWidth: 3, "while loading")
        gate.open()
        _ = try await calls.first().get()
        try expect(view, showsWidth: 11, "after loading")
        try expect(view.kf.placeholder == nil, "the placeholder is still noted")
    }

    func placeholderWidget() async throws {
        let gate = try Gate()
        let source = try pipeline.serve(width: 11, gate: gate)
        let (view, calls, placeholder) = (make(), Completions(), RecordingPlaceholder())
        view.image = try ViewPipeline.image(width: 5)
        view.kf.setImage(
            with: source, manager: pipeline.manager, placeholder: placeholder,
            completionHandler: calls.handler)
        try expect(placeholder.views == 1, "the placeholder is in \(placeholder.views) views")
        gate.open()
        _ = try await calls.first().get()
        try expect(placeholder.views == 0, "the placeholder was not taken out")
        try expect(view, showsWidth: 11, "after loading")
    }

    func superseded() async throws {
        let gate = try Gate()
        let old = try pipeline.serve(width: 11, gate: gate)
        let new = try pipeline.serve(width: 12)
        let (view, oldCalls, newCalls) = (make(), Completions(), Completions())
        view.kf.setImage(with: old, manager: pipeline.manager, completionHandler: oldCalls.handler)
        let identifier = view.kf.taskIdentifier
        view.kf.setImage(with: new, manager: pipeline.manager, completionHandler: newCalls.handler)
        try expect(view.kf.taskIdentifier != identifier, "two loads have one identifier")
        _ = try await newCalls.first().get()
        gate.open()
        let error = try await oldCalls.onlyError("a superseded load")
        try expect(
            error.isNotCurrentTask && error.errorCode == 5002, "a superseded load ended with \(error)")
        try expect(view, showsWidth: 12, "after both loads")
        let hit = try await pipeline.manager.retrieveImage(with: old)
        try expect(hit.cacheType == .memory, "a superseded load was not cached")
    }

    func nextFromHandler() async throws {
        let first = try pipeline.serve(width: 11)
        let second = try pipeline.serve(width: 12)
        try await pipeline.warm(first)
        try await pipeline.warm(second)
        let (view, calls) = (make(), Completions())
        let manager = pipeline.manager
        view.kf.setImage(
            with: first, manager: manager,
            completionHandler: { _ in
                view.kf.setImage(with: second, manager: manager, completionHandler: calls.handler)
            })
        _ = try await calls.first().get()
        try expect(view, showsWidth: 12, "after the second call")
    }

    func keptImage() async throws {
        let gate = try Gate()
        let source = try pipeline.serve(width: 11, gate: gate)
        let (view, calls) = (make(), Completions())
        let placeholder = try ViewPipeline.image(width: 3)
        func load() {
            view.kf.setImage(
                with: source, manager: pipeline.manager, placeholder: placeholder,
                options: [.keepCurrentImageWhileLoading], completionHandler: calls.handler)
        }
        load()
        try expect(view, showsWidth: 3, "having been empty")
        view.image = try ViewPipeline.image(width: 5)
        load()
        try expect(view, showsWidth: 5, "while loading")
        gate.open()
        while calls.all.count < 2 { _ = await Task.yield() }
        try expect(view, showsWidth: 11, "after loading")
    }

    func transition() async throws {
        let source = try pipeline.serve(width: 11)
        let (view, calls, again) = (make(), Completions(), Completions())
        view.kf.setImage(
            with: source, manager: pipeline.manager, options: [.transition(.fade(0.01))],
            completionHandler: calls.handler)
        _ = try await calls.first().get()
        try expect(view, showsWidth: 11, "after the transition")
        let other = make()
        other.kf.setImage(
            with: source, manager: pipeline.manager, options: [.transition(.fade(60))],
            completionHandler: again.handler)
        try expect(again.all.count == 1, "a memory hit was shown by a transition")
        try expect(other, showsWidth: 11, "after a memory hit")
    }
}
