internal import CKingfisherChafa
import Glibc

/// What a terminal can show.
public struct TerminalCapabilities: Equatable, Sendable {
    /// How it shows a picture.
    public var graphics: TerminalGraphics
    /// How many colours its characters have.
    public var colors: TerminalColors
    /// Pixels of a character cell.
    public var cellWidth = 10
    /// Pixels of a character cell.
    public var cellHeight = 20

    /// Says what a terminal can show.
    public init(graphics: TerminalGraphics, colors: TerminalColors) {
        self.graphics = graphics
        self.colors = colors
    }

    /// The best that libchafa knows of the terminal that the variables tell of, by `TERM`, `COLORTERM` and others.
    ///
    /// Nothing is asked of the terminal itself. Inside tmux and screen it is symbols, whatever is outside.
    public init(environment: [String: String]) {
        var (graphics, colors): (Int32, Int32) = (0, 0)
        let strings = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { strings.forEach { free($0) } }
        let list = strings.map { $0.map { UnsafePointer($0) } } + [nil]
        kf_chafa_detect(list, &graphics, &colors)
        let isMultiplexed = environment["TMUX"] != nil || environment["STY"] != nil
        let found = TerminalGraphics.allCases.first { $0.code == graphics } ?? .symbols
        self.init(
            graphics: isMultiplexed ? .symbols : found, colors: TerminalColors(rawValue: colors) ?? .none)
    }
}
