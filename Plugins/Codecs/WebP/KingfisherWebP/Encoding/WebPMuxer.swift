internal import CWebP
internal import Foundation
internal import KingfisherCore

/// Adds metadata to a file.
struct WebPMuxer: ~Copyable {
    private let handle: OpaquePointer

    private init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        WebPMuxDelete(handle)
    }

    /// The file with what the options want of the image's metadata; the same file where that is nothing.
    /// - Throws: `PluginError`.
    static func adding(
        _ image: Image, as options: EncodingOptions, to file: Data
    ) throws(PluginError) -> Data {
        let metadata = image.metadata
        // A profile of gray pixels does not describe the colours that they are stored as.
        let isColored = image.pixels.layout.channels.hasColor
        let profile = metadata.iccProfile.flatMap {
            isColored && $0.describes(colorChannels: 3) ? $0.data : nil
        }
        let chunks = [
            ("ICCP", options.embedsProfile ? profile : nil),
            ("EXIF", options.embedsMetadata ? metadata.exif : nil),
            ("XMP ", options.embedsMetadata ? metadata.xmp : nil),
        ].compactMap { name, content in content.map { (name, $0) } }
        guard !chunks.isEmpty else { return file }
        let muxer = try open(file)
        for (name, content) in chunks { try muxer.set(content, as: name) }
        return try muxer.assembled()
    }

    private static func open(_ file: Data) throws(PluginError) -> WebPMuxer {
        let handle = withLibraryData(file) { WebPMuxCreate(&$0, 1) }
        guard let handle else { throw CodecFailure.webp.outOfMemory }
        return WebPMuxer(handle: handle)
    }

    private func set(_ content: Data, as name: String) throws(PluginError) {
        let status = Self.withLibraryData(content) { WebPMuxSetChunk(handle, name, &$0, 1) }
        guard status == WEBP_MUX_OK else { throw Self.failure(status) }
    }

    private func assembled() throws(PluginError) -> Data {
        var result = WebPData()
        let status = WebPMuxAssemble(handle, &result)
        guard status == WEBP_MUX_OK, let bytes = result.bytes else { throw Self.failure(status) }
        return Data(ownedByLibrary: UnsafeMutableRawPointer(mutating: bytes), count: result.size)
    }

    private static func failure(_ status: WebPMuxError) -> PluginError {
        status == WEBP_MUX_MEMORY_ERROR
            ? CodecFailure.webp.outOfMemory
            : CodecFailure.webp.encoding(
                "libwebpmux refused its metadata", advice: "Write it without profile and metadata.")
    }

    private static func withLibraryData<Result>(
        _ data: Data, _ body: (inout WebPData) -> Result
    ) -> Result {
        data.withUnsafeBytes { bytes in
            var view = WebPData(
                bytes: bytes.assumingMemoryBound(to: UInt8.self).baseAddress, size: bytes.count)
            return body(&view)
        }
    }
}
