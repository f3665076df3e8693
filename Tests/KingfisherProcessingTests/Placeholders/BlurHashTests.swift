import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

/// Expected values come from blurhash-python 1.2.2.
@Suite(.timeLimit(.minutes(1)))
struct BlurHashTests {
    static let hash = "LuK-~c4hv$ovD[#St2S#aht2OFnj"

    private func source() throws -> PixelBuffer {
        let all = try ResizeReference.all()
        let row = try #require(all.first { $0.inputDump == "resize/rgb.rgb8" })
        return try row.load(row.inputDump, 64, 48)
    }

    @Test("A picture has the hash that the format's own program gives it")
    func encodes() throws {
        #expect(try BlurHash(of: source()).text == Self.hash)
        #expect(try BlurHash(of: source(), across: 1, down: 1).text == "00K-~c")
        #expect(
            try BlurHash(of: source(), across: 9, down: 9).text
                == "|uK-~c4hv$ovafbZWCk9WCD[#St2S#jGbGn%bGjuaht2OFnjo0X7jIbGjZslnhn~w[W;jsnkX8S6jbjZkBWWa}sSWqbHjIofWCfjjaj?a#WqsSa#sEn+bFaybFayj?ayW;s:WDbFjaj?azbGa#oJazjZj[azfif7j?azj["
        )
    }

    @Test("A hash becomes the placeholder that the format's own program makes, to within a step")
    func decodes() throws {
        for (punch, expected) in [
            (1.0, [[127, 40, 161], [127, 41, 160], [131, 149, 153], [238, 234, 23]]),
            (2.0, [[0, 0, 189], [0, 0, 188], [0, 80, 175], [255, 255, 0]]),
        ] {
            let all = samples(try BlurHash(Self.hash).pixels(width: 20, height: 12, punch: punch))
            for (place, color) in zip([0, 1, 107, 239], expected) {
                for channel in 0..<3 { #expect(abs(all[place * 3 + channel] - color[channel]) <= 1) }
            }
        }
    }

    @Test(
        "Text that is no hash is an error",
        arguments: [
            "", "L", "L!K-~c4hv$ovD[#St2S#aht2OFnj", "LuK-~c4hv$ovD[#St2S#aht2OFn", "00~~~~", "~uK-~c",
        ])
    func damaged(_ text: String) {
        let error = #expect(throws: PluginError.self) { try BlurHash(text) }
        #expect(error?.code == .corrupt)
    }
}
