import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct NamespaceTests {
    @Test("Sizes in boxes, worked out by hand")
    func sizes() {
        let size = CGSize(width: 300, height: 200)
        let box = CGSize(width: 100, height: 100)
        #expect(size.kf.resize(to: box, for: .none) == box)
        #expect(size.kf.resize(to: box, for: .aspectFit) == CGSize(width: 100, height: 67))
        #expect(size.kf.resize(to: box, for: .aspectFill) == CGSize(width: 150, height: 100))
        #expect(size.kf.constrained(CGSize(width: 600, height: 100)) == CGSize(width: 150, height: 100))
        #expect(size.kf.filling(CGSize(width: 600, height: 100)) == CGSize(width: 600, height: 400))
        #expect(CGSize.zero.kf.constrained(CGSize(width: 5, height: 9)) == CGSize(width: 5, height: 5))
    }

    @Test("Parts lie by their anchor, and end where the whole ends")
    func parts() {
        let size = CGSize(width: 100, height: 80)
        func part(_ width: CGFloat, _ height: CGFloat, _ x: CGFloat, _ y: CGFloat) -> CGRect {
            size.kf.constrainedRect(
                for: CGSize(width: width, height: height), anchor: CGPoint(x: x, y: y))
        }
        #expect(part(20, 10, 0.5, 0.5) == CGRect(x: 40, y: 35, width: 20, height: 10))
        #expect(part(20, 10, 7, -1) == CGRect(x: 80, y: 0, width: 20, height: 10))
        #expect(part(300, 10, 0.5, 1) == CGRect(x: 0, y: 70, width: 100, height: 10))
    }

    @Test("Helpers make what their processors make, in points of the image's scale")
    func helpers() throws {
        let image = Image(pixels: try noise(width: 20, height: 12, .rgb), scale: 2)
        let half = try image.kf.resize(to: CGSize(width: 5, height: 3))
        #expect(sides(half) == [10, 6] && half.scale == 2)
        let part = try image.kf.crop(to: CGSize(width: 4, height: 4), anchorOn: .zero)
        #expect(try samples(part.pixels) == samples(image.pixels.cropped(x: 0, y: 0, width: 8, height: 8)))
        let red = RGBAColor(red: 1, green: 0, blue: 0)
        #expect(samples(try image.kf.tinted(with: red).pixels).prefix(3) == [255, 0, 0])
        #expect(samples(try image.kf.overlaying(with: red, fraction: 1).pixels) == samples(image.pixels))
        #expect(samples(try image.kf.blurred(withRadius: 0).pixels) == samples(image.pixels))
        #expect(try image.kf.image(withRadius: .point(2)).hasAlpha)
        let bordered = try image.kf.addingBorder(Border(color: red, lineWidth: 1))
        #expect(samples(bordered.pixels)[0..<3] == [255, 0, 0])
    }

    @Test("A processor that makes nothing is an error that names it")
    func nothing() throws {
        struct Nothing: ImageProcessor {
            let identifier = "nothing"
            func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) -> Image? { nil }
        }
        let image = Image(pixels: try noise(width: 2, height: 2, .rgb))
        let error = #expect(throws: PluginError.self) { try image.kf.processed(by: Nothing()) }
        #expect(error?.code == .noImage)
        #expect(error?.message.contains("nothing") == true)
    }
}
