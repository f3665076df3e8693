public import KingfisherCore
import KingfisherColor
import KingfisherCurlTransport
import KingfisherDiskStorage
import KingfisherJPEG
import KingfisherPNG

extension PluginRegistry {
    /// The plugins of the standard assembly, in order.
    public static var standardPlugins: [any Plugin] {
        [PNGPlugin(), JPEGPlugin(), ColorPlugin(), DiskStoragePlugin(), CurlTransportPlugin()]
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
