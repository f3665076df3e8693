internal import KingfisherCore

extension MemoryStorage.Backend {
    /// What it did since it was made, and what it holds.
    public var statistics: MemoryStorage.Statistics {
        shards.map { _, state in state.statistics }.reduce(MemoryStorage.Statistics(), +)
    }

    /// Lets go of values, those that matter least first, until the costs are at most a part of what they are now.
    ///
    /// - Parameter part: 0 for nothing left, 1 for nothing to do.
    public func shrink(to part: Double) {
        let departed = shards.map { _, state in
            state.shrink(to: Int(Double(state.index.totalCost) * min(max(part, 0), 1)))
        }
        letGo(departed.flatMap { $0 })
    }

    /// Lets go of what `config.pressureResponse` says.
    ///
    /// The storage looks at the kernel's figures by itself; an application that hears of want from elsewhere, as from
    /// GLib's `GMemoryMonitor`, passes it on here.
    public func respond(to pressure: MemoryPressure) {
        let part = config.pressureResponse.partLeft(under: pressure)
        if part < 1 { shrink(to: part) }
    }

    /// Releases values that left, outside the locks: freeing a large image takes long enough to hold up other threads.
    /// Those that had to go and are held elsewhere can be found again.
    func letGo(_ departed: consuming [MemoryState.Departed]) {
        guard Value.self is any WeaklyFindable.Type, !departed.isEmpty else { return }
        let entries = departed.compactMap { one -> HeldValues.Entry? in
            guard one.isEvicted, let value = Self.unboxed(one.value) as? any WeaklyFindable else {
                return nil
            }
            return weakForm(of: value).map {
                HeldValues.Entry(known: one.entry, find: $0, changes: one.changes)
            }
        }
        departed = []
        // Only now can be told whether anybody else holds them.
        for entry in entries where entry.find() != nil {
            let hash = entry.known.hash
            let all = shards.withState(of: hash) { $0.held.remember(entry) }
            guard !all.isEmpty else { continue }
            let existing = all.filter { $0.find() != nil }
            shards.withState(of: hash) { $0.held.putBack(existing) }
        }
    }

    /// A value that had to go, if somebody holds it still and its time is not over.
    func takeBack(
        _ entry: HeldValues.Entry, extending: ExpirationExtending, at instant: Instant
    ) -> Value? {
        guard !entry.known.lifetime.isOver(at: instant), let box = entry.find() else { return nil }
        let departed = shards.withState(of: entry.known.hash) { state in
            state.restore(box, entry, extending: extending, at: instant)
        }
        guard let departed else { return nil }
        letGo(departed)
        return Self.unboxed(box)
    }
}

/// Finds a value while somebody holds it, in a box as storages keep it.
private func weakForm<Value: WeaklyFindable>(of value: Value) -> (@Sendable () -> MemoryState.Value?)? {
    guard let find = value.weakForm() else { return nil }
    return { find().map { Box($0) } }
}
