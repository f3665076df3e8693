internal import Foundation
internal import Glibc

/// A moment as files keep it, from 1970 to 2400.
struct FileTime: Hashable, Comparable, Sendable {
    private let seconds: Int64
    private let nanoseconds: Int64

    /// Stands for never. Before 2446, where ext4 ends.
    static let farFuture = FileTime(seconds: 13_569_465_600, nanoseconds: 0)

    private init(seconds: Int64, nanoseconds: Int64) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The moment, moved into the range; what is no moment at all counts as past.
    init(_ date: Date) {
        let interval = date.timeIntervalSince1970
        guard interval > 0 else {
            self.init(seconds: 0, nanoseconds: 0)
            return
        }
        guard interval < Double(Self.farFuture.seconds) else {
            self = .farFuture
            return
        }
        let whole = interval.rounded(.down)
        self.init(seconds: Int64(whole), nanoseconds: min(Int64((interval - whole) * 1e9), 999_999_999))
    }

    init(_ time: timespec) {
        self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    var date: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9) }

    var timespec: timespec { Glibc.timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds)) }

    static func < (one: FileTime, other: FileTime) -> Bool {
        (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
    }
}
