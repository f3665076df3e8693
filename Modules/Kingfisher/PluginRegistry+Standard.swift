import KingfisherColor
public import KingfisherCore
import KingfisherCurlTransport
import KingfisherDiskStorage
import KingfisherGIF
import KingfisherHEIF
import KingfisherJPEG
import KingfisherPNG
import KingfisherWebP

extension PluginRegistry {
    /// The plugins of the standard assembly, in order.
    public static var standardPlugins: [any Plugin] {
        [
            PNGPlugin(), JPEGPlugin(), WebPPlugin(), HEIFPlugin(), GIFPlugin(), ColorPlugin(),
            DiskStoragePlugin(), CurlTransportPlugin(),
        ]
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
