/// Evicts what was not read or stored for the longest time.
///
/// A doubly linked list whose links are indices into one array: no allocation for each value, no reference
/// counting on the way of a hit.
struct LeastRecentlyUsed: EvictionPolicy {
    private struct Link {
        var newer: Int
        var older: Int
    }

    private static let none = -1

    private var links: [Link] = []
    private var newest = none
    private var oldest = none

    init() {}

    mutating func insert(_ slot: Int) {
        while links.count <= slot { links.append(Link(newer: Self.none, older: Self.none)) }
        links[slot] = Link(newer: Self.none, older: newest)
        if newest == Self.none { oldest = slot } else { links[newest].newer = slot }
        newest = slot
    }

    mutating func touch(_ slot: Int) {
        guard slot != newest else { return }
        remove(slot)
        insert(slot)
    }

    mutating func remove(_ slot: Int) {
        let link = links[slot]
        if link.newer == Self.none { newest = link.older } else { links[link.newer].older = link.older }
        if link.older == Self.none { oldest = link.newer } else { links[link.older].newer = link.newer }
    }

    mutating func victim() -> Int? {
        oldest == Self.none ? nil : oldest
    }
}
