/// A queue of slots from which any can be taken: a doubly linked list whose links are indices into one array.
///
/// No allocation for each value, and no reference counting on the way of a hit.
struct SlotQueue: Sendable {
    private struct Link {
        var newer: Int32
        var older: Int32
    }

    private static let none: Int32 = -1

    private var links: [Link] = []
    private var newestLink = none
    private var oldestLink = none

    /// The slot that came last.
    var newest: Int? { newestLink == Self.none ? nil : Int(newestLink) }
    /// The slot that came first.
    var oldest: Int? { oldestLink == Self.none ? nil : Int(oldestLink) }

    /// Puts a slot that is not in the queue at its end.
    mutating func append(_ slot: Int) {
        while links.count <= slot { links.append(Link(newer: Self.none, older: Self.none)) }
        let slot = Int32(slot)
        links[Int(slot)] = Link(newer: Self.none, older: newestLink)
        if newestLink == Self.none { oldestLink = slot } else { links[Int(newestLink)].newer = slot }
        newestLink = slot
    }

    /// Takes out a slot that is in the queue.
    mutating func remove(_ slot: Int) {
        let link = links[slot]
        if link.newer == Self.none {
            newestLink = link.older
        } else {
            links[Int(link.newer)].older = link.older
        }
        if link.older == Self.none {
            oldestLink = link.newer
        } else {
            links[Int(link.older)].newer = link.newer
        }
    }
}
