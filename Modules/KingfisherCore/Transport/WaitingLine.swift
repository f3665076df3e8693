/// Those who wait for one host, as a heap: the most urgent first, equals in the order they came.
///
/// Who gives up is only marked, and cleared away once such are the greater part: a long line is left quickly.
struct WaitingLine {
    /// When somebody's turn is, compared with others': the greater is the earlier.
    struct Turn: Comparable {
        let priority: Double
        let ticket: Int

        static func < (one: Turn, other: Turn) -> Bool {
            one.priority == other.priority ? one.ticket > other.ticket : one.priority < other.priority
        }
    }

    private var heap: [Turn] = []
    private var gone: Set<Int> = []

    var isEmpty: Bool { heap.isEmpty }

    /// Whose turn is next.
    var next: Turn? { heap.first }

    mutating func add(_ ticket: Int, priority: Double) {
        // A priority that is no number compares with none and would spoil the order.
        heap.append(Turn(priority: priority.isNaN ? 0 : priority, ticket: ticket))
        var index = heap.count - 1
        while index > 0, heap[(index - 1) / 2] < heap[index] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeNext() {
        removeFirst()
        dropGone()
    }

    mutating func remove(_ ticket: Int) {
        gone.insert(ticket)
        if gone.count > heap.count / 2 {
            // What is sorted is a heap.
            heap = heap.filter { !gone.contains($0.ticket) }.sorted(by: >)
            gone = []
        }
        dropGone()
    }

    /// Keeps the first one someone who still waits.
    private mutating func dropGone() {
        while let first = heap.first, gone.remove(first.ticket) != nil { removeFirst() }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            let children = (2 * index + 1..<2 * index + 3).clamped(to: 0..<heap.count)
            guard let child = children.max(by: { heap[$0] < heap[$1] }),
                heap[index] < heap[child]
            else { return }
            heap.swapAt(index, child)
            index = child
        }
    }
}
