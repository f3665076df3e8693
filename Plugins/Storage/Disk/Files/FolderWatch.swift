internal import Foundation
internal import Glibc

/// Hears from the kernel which names in a folder come and go (inotify(7)), whoever changes them.
// Safe: the source is only cancelled once it was set up, which may be done on any thread.
final class FolderWatch: @unchecked Sendable {
    /// What has happened since the last time.
    struct News: Sendable {
        /// The visible names that came, went or were written, perhaps several times.
        var names: Set<String> = []
        /// Whether something was lost, so that the folder has to be listed again.
        var isIncomplete = false
        /// Whether the folder itself is gone, and nothing more will come.
        var isOver = false
    }

    private let descriptor: Int32
    private let source: any DispatchSourceRead

    private init(descriptor: Int32, source: any DispatchSourceRead) {
        self.descriptor = descriptor
        self.source = source
    }

    deinit {
        // Closes the descriptor.
        source.cancel()
    }

    /// Starts to listen; nil where that is not possible, or not all changes would be heard of.
    /// - Parameter arrived: Called on a queue of its own when there is something to take.
    static func start(_ folder: String, arrived: @escaping @Sendable () -> Void) -> FolderWatch? {
        guard !MountTable.isRemote(folder) else { return nil }
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        // The end of writing as well: a file that another program copies here has no size yet when it comes.
        let wanted =
            IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
            | IN_MOVE_SELF
        guard inotify_add_watch(descriptor, folder, UInt32(wanted) | onlyFolders) >= 0 else {
            close(descriptor)
            return nil
        }
        let queue = DispatchQueue(label: "kingfisher.disk-watch", qos: .utility)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            arrived()
            // While much happens, what comes in a few milliseconds is taken at once.
            usleep(Self.pauseMicroseconds)
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        return FolderWatch(descriptor: descriptor, source: source)
    }

    private static let pauseMicroseconds: UInt32 = 5000

    /// `IN_ONLYDIR`, which the importer cannot see.
    private static let onlyFolders: UInt32 = 0x0100_0000

    /// Takes what has happened until now; does not wait.
    func news() -> News {
        var news = News()
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                Self.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &news)
            }
        }
        return news
    }

    private static func take(_ events: UnsafeRawBufferPointer, into news: inout News) {
        let headerSize = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + headerSize <= events.count {
            let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let name = events[(offset + headerSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
            offset += headerSize + Int(event.len)
            let mask = Int32(bitPattern: event.mask)
            if mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) != 0 { news.isOver = true }
            if news.isOver || mask & IN_Q_OVERFLOW != 0 { news.isIncomplete = true }
            if let first = name.first, first != UInt8(ascii: ".") {
                news.names.insert(String(decoding: name, as: UTF8.self))
            }
        }
    }
}
