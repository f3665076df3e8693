/// What loads remember of a view between calls: which of them is current, and what stands in for its image.
@MainActor
public final class ImageSetting {
    /// Names the load that is under way for the view; nil when there is none.
    public private(set) var taskIdentifier: UInt?
    /// Shows that the view is waiting; nil for none. One that is replaced while it runs is stopped, and the new one
    /// started.
    public var indicator: (any Indicator)? {
        didSet {
            guard isWaiting else { return }
            oldValue?.stopAnimatingView()
            indicator?.startAnimatingView()
        }
    }
    /// What stands in for the image now.
    public internal(set) var placeholder: (any Placeholder)?
    private var task: DownloadTask?
    private var issued: UInt = 0
    private var isWaiting = false

    /// The state of a view for which nothing has been loaded.
    public init() {}

    /// Makes a new load the current one; that before it goes on, but is no longer shown.
    func begin() -> UInt {
        issued += 1
        taskIdentifier = issued
        task = nil
        return issued
    }

    /// Whether the load has been neither superseded nor ended.
    func isCurrent(_ identifier: UInt) -> Bool {
        taskIdentifier == identifier
    }

    /// Notes that the current load takes time.
    func wait(for task: DownloadTask?) {
        self.task = task
        guard !isWaiting else { return }
        isWaiting = true
        indicator?.startAnimatingView()
    }

    /// Notes that no load is current any more.
    func end() {
        taskIdentifier = nil
        task = nil
        guard isWaiting else { return }
        isWaiting = false
        indicator?.stopAnimatingView()
    }

    /// Cancels the current load, which ends by itself.
    func cancel() {
        task?.cancel()
    }
}
