/// Those who wait for one host, as a heap: the most urgent first, equals in the order they came.
///
/// Who gives up is only marked, and cleared away once such are the greater part: a long line is left quickly.
struct WaitingLine<Element> {
    /// When somebody's turn is, compared with others': the greater is the earlier.
    struct Turn: Comparable {
        let priority: Double
        let ticket: Int

        static func < (one: Turn, other: Turn) -> Bool {
            one.priority == other.priority ? one.ticket > other.ticket : one.priority < other.priority
        }
    }

    private var heap: [(turn: Turn, element: Element)] = []
    private var gone: Set<Int> = []

    var isEmpty: Bool { heap.isEmpty }

    /// Whose turn is next.
    var next: Turn? { heap.first?.turn }

    mutating func add(_ element: Element, ticket: Int, priority: Double) {
        // A priority that is no number compares with none and would spoil the order.
        heap.append((Turn(priority: priority.isNaN ? 0 : priority, ticket: ticket), element))
        var index = heap.count - 1
        while index > 0, heap[(index - 1) / 2].turn < heap[index].turn {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeNext() -> Element? {
        guard let element = heap.first?.element else { return nil }
        removeFirst()
        dropGone()
        return element
    }

    mutating func remove(_ ticket: Int) {
        gone.insert(ticket)
        if gone.count > heap.count / 2 {
            // What is sorted is a heap.
            heap = heap.filter { !gone.contains($0.turn.ticket) }.sorted { $0.turn > $1.turn }
            gone = []
        }
        dropGone()
    }

    /// Keeps the first one someone who still waits.
    private mutating func dropGone() {
        while let first = heap.first, gone.remove(first.turn.ticket) != nil { removeFirst() }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            let children = (2 * index + 1..<2 * index + 3).clamped(to: 0..<heap.count)
            guard let child = children.max(by: { heap[$0].turn < heap[$1].turn }),
                heap[index].turn < heap[child].turn
            else { return }
            heap.swapAt(index, child)
            index = child
        }
    }
}
