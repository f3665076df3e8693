import Foundation
import KingfisherCore
import KingfisherProcessing
import TestFixtures
import Testing

/// Six sources on one backdrop, by ImageMagick at 16 bits and the modes by hue by Cairo at 8 bits, as
/// Tools/fixturelib/compositing.py had them made; results premultiplied.
@Suite(.timeLimit(.minutes(1)))
struct CompositingReferenceTests {
    /// Tests/Fixtures/compositing/compositing.json.
    private struct Reference: Decodable {
        let sources: [Int]
        let backdrop: [Double]
        let operators: [String: [Int]]
        let modes: [String: [Int]]
        let hueModes: [String: [Int]]
    }

    private static let hueModes: [BlendMode] = [.hue, .saturation, .color, .luminosity]
    /// All others; the normal mode is an operator too.
    private static let channelModes = BlendMode.allCases.filter {
        $0 != .normal && !hueModes.contains($0)
    }

    private let reference: Reference
    private let backdrop: RGBAColor

    init() throws {
        reference = try JSONDecoder().decode(
            Reference.self, from: FixtureFolder.data("compositing/compositing.json"))
        let parts = reference.backdrop.map { $0 / 255 }
        backdrop = RGBAColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    }

    private func sources(_ depth: PixelLayout.Depth) throws -> PixelBuffer {
        let scale = depth == .eight ? 1 : 257
        return try buffer(reference.sources.map { $0 * scale }, width: 6, .rgba, depth: depth)
    }

    private func largest(_ result: PixelBuffer, _ expected: [Int]) -> Int {
        zip(samples(result), expected).map { abs($0 - $1) }.max() ?? .max
    }

    @Test("Operators equal ImageMagick's, at both depths", arguments: CompositingOperation.allCases)
    func operators(operation: CompositingOperation) throws {
        let expected = try #require(reference.operators[operation.rawValue])
        let deep = try sources(.sixteen).composited(on: backdrop, operation: operation)
        #expect(try largest(deep.premultiplied(), expected) <= 2)
        let shallow = try sources(.eight).composited(on: backdrop, operation: operation)
        #expect(try largest(shallow.premultiplied(), expected.map { ($0 + 128) / 257 }) <= 1)
    }

    @Test("Modes by channel equal ImageMagick's, at both depths", arguments: channelModes)
    func modesByChannel(mode: BlendMode) throws {
        let expected = try #require(reference.modes[mode.rawValue])
        let deep = try sources(.sixteen).blended(on: backdrop, mode: mode)
        #expect(try largest(deep.premultiplied(), expected) <= 3)
        // Premultiplied samples of 8 bits are half a step off, which dodging and burning multiply.
        let shallow = try sources(.eight).blended(on: backdrop, mode: mode)
        #expect(try largest(shallow.premultiplied(), expected.map { ($0 + 128) / 257 }) <= 2)
    }

    @Test("Modes by hue, saturation and luminosity equal Cairo's", arguments: hueModes)
    func modesByHue(mode: BlendMode) throws {
        let expected = try #require(reference.hueModes[mode.rawValue])
        let result = try sources(.eight).blended(on: backdrop, mode: mode)
        #expect(try largest(result.premultiplied(), expected) <= 2)
    }

    @Test("The normal mode is the operator source over")
    func normal() throws {
        let blended = try sources(.sixteen).blended(on: backdrop, mode: .normal)
        let composited = try sources(.sixteen).composited(on: backdrop, operation: .sourceOver)
        #expect(largestDifference(blended, composited) <= 1)
    }
}
