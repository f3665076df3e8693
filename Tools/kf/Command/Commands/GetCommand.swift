import Foundation
import KingfisherCore

/// `kf get`: loads images, processes them, writes them.
struct GetCommand {
    /// What the command line asks for.
    struct Options: Equatable, Sendable {
        /// URLs, paths, or `-`, as given.
        var sources: [String]
        var output: OutputPlan = .none
        /// Which frame of an animation is taken.
        var frames: FrameChoice = .all
        /// Sizes and parts, in the order given.
        var geometry: [ProcessingStep] = []
        /// Whether pixels are converted to sRGB.
        var convertsToSRGB = false
        /// What transparent parts are laid on; nil leaves them transparent where the format can.
        var background: RGBColor?
        /// Whether the colour profile is dropped as well.
        var strips = false
        /// Whether EXIF and XMP are kept.
        var keepsMetadata = false
        var encoding = EncodingChoice()
        var caching: Caching = .standard(folder: nil)
        var refreshes = false
        var onlyFromCache = false
        var transfer = TransferOptions()
        /// Loads at a time; nil leaves it to the number of processors.
        var jobs: Int?
        var printsJSON = false
        var isQuiet = false
        var isVerbose = false
    }

    /// Which frames of an animation are loaded.
    enum FrameChoice: Equatable, Sendable {
        case all
        case first
        /// Counted from 0; never 0 itself.
        case one(Int)
    }

    /// Which cache a load may use.
    enum Caching: Equatable, Sendable {
        /// Memory and disk; the default folder when nil.
        case standard(folder: String?)
        /// Neither.
        case off
    }
}

extension GetCommand.Options {
    /// All that is done to an image, in the order it is done: a frame taken first, colour last, where fewer pixels are
    /// left to convert.
    var steps: [ProcessingStep] {
        var steps = geometry
        if case .one(let index) = frames { steps.insert(.frame(index), at: 0) }
        // Without a profile pixels count as sRGB, so they have to be.
        if strips || convertsToSRGB { steps.append(.srgb) }
        if let background { steps.append(.background(background)) }
        return steps
    }

    /// Whether nothing is asked for that the source's own bytes would not satisfy, apart from format and first frame.
    var isFaithful: Bool { steps.isEmpty && encoding.isFaithful }

    /// Whether samples of 16 bits are to stay what they are: where they are asked for, and where an image is encoded
    /// anew for the sake of something else than its picture.
    var keepsHighDepth: Bool {
        switch encoding.depth {
        case .sixteen: true
        case .eight: false
        case nil: geometry.isEmpty && (strips || encoding.isLossless || encoding.effort != nil)
        }
    }
}
