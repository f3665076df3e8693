public import KingfisherCore
import KingfisherDiskStorage
import KingfisherGIF
import KingfisherJPEG
import KingfisherPNG
import KingfisherURLSessionTransport

extension PluginRegistry {
    /// The plugins of the standard assembly, in order.
    public static var standardPlugins: [any Plugin] {
        [PNGPlugin(), JPEGPlugin(), GIFPlugin(), DiskStoragePlugin(), URLSessionTransportPlugin()]
    }

    /// A registry of the standard plugins.
    public static let standard: PluginRegistry = {
        do {
            return try PluginRegistry(standardPlugins)
        } catch {
            preconditionFailure("The standard plugins contradict each other: \(error)")
        }
    }()
}
