import KingfisherCore
import KingfisherPipeline
import KingfisherTestKit

extension ViewContract {
    func emptySource() async throws {
        let (view, calls, old) = (make(), Completions(), Completions())
        let gate = try Gate()
        let source = try pipeline.serve(width: 11, gate: gate)
        view.kf.setImage(with: source, manager: pipeline.manager, completionHandler: old.handler)
        let none: Source? = nil
        view.kf.setImage(
            with: none, manager: pipeline.manager, placeholder: try ViewPipeline.image(width: 3),
            completionHandler: calls.handler)
        try expect(calls.all.count == 1, "without a source, a call completed \(calls.all.count) times")
        let error = try await calls.onlyError("a call without a source")
        try expect(error.errorCode == 5001, "a call without a source ended with \(error)")
        gate.open()
        let stale = try await old.onlyError("a superseded load")
        try expect(stale.isNotCurrentTask, "a superseded load ended with \(stale)")
        try expect(view, showsWidth: 3, "without a source")
    }

    func failure() async throws {
        let view = make()
        let placeholder = try ViewPipeline.image(width: 3)
        func fail(_ options: KingfisherOptionsInfo) async throws {
            let calls = Completions()
            view.kf.setImage(
                with: pipeline.missing, manager: pipeline.manager, placeholder: placeholder,
                options: options, completionHandler: calls.handler)
            let error = try await calls.onlyError("a load of nothing")
            try expect(error.isInvalidResponseStatusCode(404), "a load of nothing ended with \(error)")
        }
        try await fail([])
        try expect(view, showsWidth: 3, "after a failure")
        try await fail([.onFailureImage(try ViewPipeline.image(width: 7))])
        try expect(view, showsWidth: 7, "after a failure that has an image")
        try await fail([.onFailureImage(nil)])
        try expect(view, showsWidth: nil, "after a failure that clears")
    }

    func cancelling() async throws {
        let gate = try Gate()
        let source = try pipeline.serve(width: 11, gate: gate)
        let (view, calls) = (make(), Completions())
        view.kf.setImage(
            with: source, manager: pipeline.manager, placeholder: try ViewPipeline.image(width: 3),
            completionHandler: calls.handler)
        try await gate.waitForArrivals()
        view.kf.cancelDownloadTask()
        view.kf.cancelDownloadTask()
        let error = try await calls.onlyError("a cancelled load")
        try expect(error.isTaskCancelled, "a cancelled load ended with \(error)")
        try expect(view, showsWidth: 3, "after cancelling")
        try expect(view.kf.taskIdentifier == nil, "a cancelled load is still current")
    }

    func progress() async throws {
        let gate = try Gate()
        let old = try pipeline.serve(width: 11, gate: gate)
        let new = try pipeline.serve(width: 12)
        let (view, oldCalls, newCalls) = (make(), Completions(), Completions())
        let (stale, current) = (ProgressNotes(), ProgressNotes())
        view.kf.setImage(
            with: old, manager: pipeline.manager, progressBlock: { stale.add($0, $1) },
            completionHandler: oldCalls.handler)
        view.kf.setImage(
            with: new, manager: pipeline.manager, progressBlock: { current.add($0, $1) },
            completionHandler: newCalls.handler)
        _ = try await newCalls.first().get()
        gate.open()
        _ = await oldCalls.first()
        let total = Int64(try ViewPipeline.picture(width: 12).count)
        try expect(
            current.all.last.map { $0 == [total, total] } ?? false,
            "the last progress was \(current.all.last ?? [])")
        try expect(stale.all.isEmpty, "a superseded load reported progress")
    }

    func viewGone() async throws {
        let gate = try Gate()
        let source = try pipeline.serve(width: 11, gate: gate)
        let calls = Completions()
        weak var gone: View?
        do {
            let view = make()
            gone = view
            view.kf.setImage(with: source, manager: pipeline.manager, completionHandler: calls.handler)
        }
        try expect(gone == nil, "a load keeps its view")
        gate.open()
        let error = try await calls.onlyError("the load of a view that is gone")
        try expect(error.isNotCurrentTask, "the load of a view that is gone ended with \(error)")
    }

    func asyncCancelling() async throws {
        let gate = try Gate()
        let source = try pipeline.serve(width: 11, gate: gate)
        let (view, manager) = (make(), pipeline.manager)
        let load = Task { try await view.kf.loadImage(with: source, manager: manager).cacheType }
        try await gate.waitForArrivals()
        load.cancel()
        guard case .failure(let error) = await load.result else {
            throw TestKitFailure("a cancelled load succeeded")
        }
        try expect(KingfisherError.isCancellation(error), "a cancelled load ended with \(error)")
        gate.open()
        let result = try await view.kf.loadImage(with: source, manager: manager)
        try expect(result.image.width == 11, "the async form returned another image")
        try expect(view, showsWidth: 11, "after the async form")
    }
}

/// What a progress block was told.
@MainActor
private final class ProgressNotes {
    private(set) var all: [[Int64]] = []

    func add(_ received: Int64, _ total: Int64) {
        all.append([received, total])
    }
}
