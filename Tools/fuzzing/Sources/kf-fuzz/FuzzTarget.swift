import Foundation
import Kingfisher
import KingfisherCore

/// A reader of strangers' bytes. Whatever they are, it has to return: an error is as good as an image.
struct FuzzTarget {
    let run: (Data) -> Void
    /// An input to begin with, where fixtures give none.
    private let seed: () -> Data?

    /// The decoders by the identifier of their first format, and the readers that stand alone.
    static let names = decoders.map(\.name) + ["sniffer", "metadata", "disk"]

    private static let decoders = PluginRegistry.standard.codecs.decoders.map {
        (name: $0.formats[0].identifier, decoder: $0)
    }

    init?(name: String) {
        switch name {
        case "sniffer": self.init(run: Self.sniff)
        case "metadata": self.init(run: Self.readMetadata)
        case "disk":
            let reader = StoredFileReader()
            self.init(run: reader.read, seed: reader.seed)
        default:
            guard let decoder = Self.decoders.first(where: { $0.name == name })?.decoder else { return nil }
            self.init(run: DecoderRunner(decoder: decoder).run)
        }
    }

    private init(run: @escaping (Data) -> Void, seed: @escaping () -> Data? = { nil }) {
        self.run = run
        self.seed = seed
    }

    /// Writes the input to begin with into a folder.
    func writeSeed(_ folder: URL) {
        do {
            try seed()?.write(to: folder.appending(path: "seed"))
        } catch {
            fatalError("\(folder.path) cannot be written: \(error)")
        }
    }

    private static func sniff(_ data: Data) {
        _ = ImageFormat(sniffing: data)
        _ = try? PluginRegistry.standard.codecs.decoder(for: data)
    }

    private static func readMetadata(_ data: Data) {
        _ = ImageOrientation(exif: data)
        if let upright = EXIFBlock.uprighted(data), let orientation = ImageOrientation(exif: upright) {
            precondition(orientation == .up, "an uprighted block is not upright")
        }
        guard let profile = ICCProfile(data) else { return }
        _ = profile.describes(colorChannels: 3)
        guard let converter = PluginRegistry.standard.codecs.colorConverter,
            let layout = try? PixelLayout(width: 2, height: 2, channels: .rgb),
            let canvas = try? PixelCanvas(layout)
        else { return }
        let image = Image(pixels: canvas.freeze(), metadata: ImageMetadata(iccProfile: profile))
        _ = try? converter.converted(image, to: nil)
    }
}
