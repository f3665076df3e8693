public import Foundation
import KingfisherCore
public import KingfisherPipeline
public import KingfisherProcessing

// Each appends its processor, whose description says what it does.
extension KF.Builder {
    /// A copy whose image is made to fit or fill a size in points.
    public func resizing(
        referenceSize: CGSize, mode: KingfisherProcessing.ContentMode = .none
    ) -> Self {
        appendProcessor(ResizingImageProcessor(referenceSize: referenceSize, mode: mode))
    }

    /// A copy whose image is decoded no larger than a box in points asks for.
    ///
    /// It takes the place of the processors set before, since it works on the source's bytes.
    public func downsampling(size: CGSize) -> Self {
        setProcessor(DownsamplingImageProcessor(size: size))
    }

    /// A copy whose image is a part of it, of a size in points around an anchor from 0 to 1.
    public func cropping(size: CGSize, anchor: CGPoint = CGPoint(x: 0.5, y: 0.5)) -> Self {
        appendProcessor(CroppingImageProcessor(size: size, anchor: anchor))
    }

    /// A copy whose image is blurred by a radius in pixels.
    public func blur(radius: CGFloat) -> Self { appendProcessor(BlurImageProcessor(blurRadius: radius)) }

    /// A copy whose image has a colour laid over it.
    public func tint(color: RGBAColor) -> Self { appendProcessor(TintImageProcessor(tint: color)) }

    /// A copy whose image is black and white.
    public func blackWhite() -> Self { appendProcessor(BlackWhiteProcessor()) }

    /// A copy whose image has other brightness, contrast, saturation and exposure.
    public func colorControls(
        brightness: Double, contrast: Double, saturation: Double, inputEV: Double
    ) -> Self {
        appendProcessor(
            ColorControlsProcessor(
                brightness: brightness, contrast: contrast, saturation: saturation, inputEV: inputEV))
    }
}
