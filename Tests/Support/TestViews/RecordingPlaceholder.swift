import KingfisherPipeline

/// A placeholder that is no image, and remembers in how many views it is.
@MainActor
final class RecordingPlaceholder: Placeholder {
    private(set) var views = 0

    func add(to view: any ImageSettable) { views += 1 }
    func remove(from view: any ImageSettable) { views -= 1 }
}
