import KingfisherColor
public import KingfisherCore
import KingfisherCurlTransport
import KingfisherDiskStorage
import KingfisherHEIF
import KingfisherJPEG
import KingfisherPNG

extension PluginRegistry {
    /// The plugins of the standard assembly, in order.
    public static var standardPlugins: [any Plugin] {
        [PNGPlugin(), JPEGPlugin(), HEIFPlugin(), ColorPlugin(), DiskStoragePlugin(), CurlTransportPlugin()]
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
