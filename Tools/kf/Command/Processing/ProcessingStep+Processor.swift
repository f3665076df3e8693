import Foundation
import KingfisherCore
import KingfisherProcessing

extension ProcessingStep {
    /// All steps as one processor; the identity for none.
    static func processor(for steps: [ProcessingStep]) -> any ImageProcessor {
        let identity: any ImageProcessor = DefaultImageProcessor.default
        return steps.reduce(identity) { $0 |> $1.processor }
    }

    private var processor: any ImageProcessor {
        switch self {
        case .frame(let index): FrameProcessor(index: index)
        case .resize(let resize): resize.processor
        case .crop(let crop):
            CroppingImageProcessor(
                size: CGSize(width: crop.width, height: crop.height),
                anchor: CGPoint(x: crop.anchorX, y: crop.anchorY))
        case .srgb: SRGBImageProcessor()
        case .background(let color): FlattenProcessor(background: color)
        }
    }
}

extension ProcessingStep.Resize {
    fileprivate var processor: any ImageProcessor {
        switch (width, height) {
        case (let width?, let height?):
            ResizingImageProcessor(
                referenceSize: CGSize(width: width, height: height), mode: mode.contentMode,
                upscales: enlarges)
        case (let width?, nil): ResizingImageProcessor(width: CGFloat(width), upscales: enlarges)
        case (nil, let height?): ResizingImageProcessor(height: CGFloat(height), upscales: enlarges)
        case (nil, nil): DefaultImageProcessor.default
        }
    }
}

extension ProcessingStep.Mode {
    fileprivate var contentMode: ContentMode {
        switch self {
        case .fit: .aspectFit
        case .fill: .aspectFill
        case .stretch: .none
        }
    }
}
