public import Foundation

/// Shows an image while its bytes arrive.
///
/// One value decodes one image, used by one caller at a time.
public protocol IncrementalImageDecoder: AnyObject, Sendable {
    /// Takes further bytes of the file, in any chunking.
    /// - Throws: `PluginError` when the bytes so far cannot become an image.
    func append(_ data: Data) throws

    /// The newest image with more detail than the last one taken, flagged as partial; nil when there is none yet.
    func takePartialImage() throws -> Image?

    /// Ends the input: the whole image, equal to what the whole decode of the same bytes gives.
    /// - Throws: `PluginError` with `.truncated` when the bytes ended early.
    func finish() throws -> Image
}
