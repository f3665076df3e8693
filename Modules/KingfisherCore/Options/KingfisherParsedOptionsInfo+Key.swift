import Foundation

extension KingfisherParsedOptionsInfo {
    /// Names everything in the options that determines the pixels made of a source; empty for a plain load.
    ///
    /// The processor's identifier, followed by what differs from the defaults of scale, frames, depth and metadata.
    public var resultIdentifier: String {
        let variant = variant
        return variant.isEmpty ? processor.identifier : processor.identifier + variant
    }

    /// Names what a storage behind memory keeps: the source's own bytes serve every variant of a plain load.
    public var storedIdentifier: String {
        processor.isIdentity ? "" : resultIdentifier
    }

    private var variant: String {
        guard scaleFactor != 1 || onlyLoadFirstFrame || keepsHighDepth || keepsMetadata else { return "" }
        var parts: [String] = []
        if scaleFactor != 1 { parts.append("scale=\(Double(scaleFactor))") }
        if onlyLoadFirstFrame { parts.append("frame=first") }
        if keepsHighDepth { parts.append("depth=16") }
        if keepsMetadata { parts.append("metadata") }
        return "#" + parts.joined(separator: ",")
    }
}
