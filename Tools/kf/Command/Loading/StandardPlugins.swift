import KingfisherCore
import KingfisherDiskStorage
import KingfisherJPEG
import KingfisherPNG
import KingfisherURLSessionTransport

extension PluginRegistry {
    static let standard: PluginRegistry = {
        do {
            return try PluginRegistry([
                PNGPlugin(), JPEGPlugin(), DiskStoragePlugin(), URLSessionTransportPlugin(),
            ])
        } catch {
            preconditionFailure("The plugins contradict each other: \(error)")
        }
    }()
}
