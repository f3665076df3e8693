import Dispatch
import KingfisherCache
import KingfisherCore

/// One load for a view, from the call to its one completion.
///
/// Holds the view weakly: a view that goes away while its image loads is not kept, and the call ends as one that
/// was superseded.
@MainActor
final class ViewLoad {
    private weak var view: (any ImageSettable)?
    private let source: Source
    private let options: KingfisherParsedOptionsInfo
    private let identifier: UInt
    private let progress: ViewProgressBlock?
    private let completion: ViewCompletionHandler?

    init(
        of source: Source, into view: any ImageSettable, options: KingfisherParsedOptionsInfo,
        progress: ViewProgressBlock?, completion: ViewCompletionHandler?
    ) {
        self.view = view
        self.source = source
        self.options = options
        self.identifier = view.imageSetting.begin()
        self.progress = progress
        self.completion = completion
    }

    /// Loads; an image in memory is shown before this returns.
    func start(
        with manager: KingfisherManager, options items: KingfisherOptionsInfo, placeholder: (any Placeholder)?
    ) -> DownloadTask? {
        let delivery = ResultDelivery { self.finish($0) }
        let task = manager.retrieveImage(
            with: source, options: items + [.callbackQueue(.untouch)],
            progressBlock: { received, total in
                DispatchQueue.main.async { MainActor.assumeIsolated { self.report(received, of: total) } }
            },
            completionHandler: { delivery.deliver($0) })
        delivery.endCall()
        guard let view = currentView else { return nil }
        let isEmpty = view.image == nil && view.imageSetting.placeholder == nil
        if !options.keepCurrentImageWhileLoading || isEmpty { view.replacePlaceholder(by: placeholder) }
        view.imageSetting.wait(for: task)
        return task
    }

    private var currentView: (any ImageSettable)? {
        guard let view, view.imageSetting.isCurrent(identifier) else { return nil }
        return view
    }

    private func report(_ received: Int64, of total: Int64) {
        guard let view = currentView else { return }
        if total > 0 { view.imageSetting.indicator?.show(progress: Double(received) / Double(total)) }
        progress?(received, total)
    }

    private func finish(_ result: Result<RetrieveImageResult, KingfisherError>) {
        guard let view = currentView else {
            completion?(.failure(superseded(result)))
            return
        }
        view.imageSetting.end()
        switch result {
        case .success(let loaded):
            show(loaded, in: view)
        case .failure:
            if let image = options.onFailureImage {
                view.dropPlaceholder()
                view.image = image
            }
            completion?(result)
        }
    }

    private func show(_ loaded: RetrieveImageResult, in view: any ImageSettable) {
        view.dropPlaceholder()
        let transition = options.transition
        if transition.isNone || loaded.cacheType != .none && !options.forceTransition {
            view.image = loaded.image
            completion?(.success(loaded))
        } else {
            view.show(loaded.image, transition: transition) { [completion] in completion?(.success(loaded)) }
        }
    }

    private func superseded(_ result: Result<RetrieveImageResult, KingfisherError>) -> KingfisherError {
        var reason: KingfisherError?
        if case .failure(let error) = result { reason = error }
        return .imageSettingError(reason: .notCurrentSourceTask(error: reason, source: source))
    }
}
