import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

/// Identifiers are part of cache keys: a change here makes every cache cold.
@Suite(.timeLimit(.minutes(1)))
struct ProcessorIdentifierTests {
    private let prefix = "com.onevcat.Kingfisher."

    @Test("Resizing names its size, its mode and whether it enlarges")
    func resizing() {
        func name(_ processor: ResizingImageProcessor, _ expected: String) {
            #expect(processor.identifier == prefix + "ResizingImageProcessor(\(expected))")
        }
        let size = CGSize(width: 400, height: 300)
        name(ResizingImageProcessor(referenceSize: size), "400x300")
        name(ResizingImageProcessor(referenceSize: size, mode: .aspectFit), "400x300, aspectFit")
        name(ResizingImageProcessor(referenceSize: size, mode: .aspectFill), "400x300, aspectFill")
        name(ResizingImageProcessor(referenceSize: size, upscales: false), "400x300, noUpscaling")
        name(
            ResizingImageProcessor(referenceSize: size, mode: .aspectFit, upscales: false),
            "400x300, aspectFit, noUpscaling")
        name(ResizingImageProcessor(referenceSize: CGSize(width: 0.5, height: 33.25)), "0.5x33.25")
        name(ResizingImageProcessor(width: 400), "400x")
        name(ResizingImageProcessor(width: 400, resampling: .bicubic), "400x, bicubic")
        name(
            ResizingImageProcessor(height: 30, upscales: false, resampling: .lanczos3.exact.linear),
            "x30, noUpscaling, exact, linear")
        name(ResizingImageProcessor(height: 300, upscales: false), "x300, noUpscaling")
    }

    @Test("Downsampling names its size, and its mode where it is not fit")
    func downsampling() {
        let size = CGSize(width: 20, height: 40.5)
        #expect(
            DownsamplingImageProcessor(size: size).identifier
                == prefix + "DownsamplingImageProcessor(20x40.5)")
        #expect(
            DownsamplingImageProcessor(size: size, mode: .fill).identifier
                == prefix + "DownsamplingImageProcessor(20x40.5, fill)")
    }

    @Test("Cropping names its size and its anchor as applied")
    func cropping() {
        let size = CGSize(width: 100, height: 80)
        #expect(
            CroppingImageProcessor(size: size).identifier
                == prefix + "CroppingImageProcessor(100x80_0.5,0.5)")
        #expect(
            CroppingImageProcessor(size: size, anchor: CGPoint(x: -3, y: 7)).identifier
                == prefix + "CroppingImageProcessor(100x80_0,1)")
    }

    @Test("Colour processors name their values, exactly and without locale")
    func color() {
        #expect(BlackWhiteProcessor().identifier == prefix + "BlackWhiteProcessor")
        #expect(
            ColorControlsProcessor(brightness: 0.1, contrast: 1, saturation: 1.25, inputEV: -0.7).identifier
                == prefix + "ColorControlsProcessor(0.1_1_1.25_-0.7)")
        #expect(
            TintImageProcessor(tint: RGBAColor(red: 1, green: 0.251, blue: -2, alpha: 0.5)).identifier
                == prefix + "TintImageProcessor(1,0.251,0,0.5)")
        #expect(
            FlattenProcessor(background: RGBColor(red: 1, green: 20, blue: 255)).identifier
                == prefix + "FlattenProcessor(1,20,255)")
    }

    @Test("Blur and sharpening name their numbers")
    func sharpness() {
        #expect(BlurImageProcessor(blurRadius: 4).identifier == prefix + "BlurImageProcessor(4)")
        #expect(BlurImageProcessor(blurRadius: 2.5).identifier == prefix + "BlurImageProcessor(2.5)")
        #expect(SharpenProcessor(amount: 0.5, radius: 2).identifier == prefix + "SharpenProcessor(0.5_2)")
    }

    @Test("A chain names its parts in order")
    func chain() {
        let chain =
            ResizingImageProcessor(width: 400)
            |> CroppingImageProcessor(size: CGSize(width: 10, height: 10), anchor: .zero)
        #expect(
            chain.identifier
                == "com.onevcat.Kingfisher.ResizingImageProcessor(400x)"
                + "|>com.onevcat.Kingfisher.CroppingImageProcessor(10x10_0,0)")
        #expect((DefaultImageProcessor.default |> chain).identifier == chain.identifier)
    }
}
