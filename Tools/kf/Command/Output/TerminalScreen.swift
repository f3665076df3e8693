import Foundation
import Glibc
import KingfisherTerminal

/// The lines of a terminal that an animation is drawn in, over and over.
struct TerminalScreen: Sendable {
    /// How many lines it takes.
    let rows: Int

    /// Makes room, and remembers where the first line begins.
    var beginning: Data {
        let room = String(repeating: "\n", count: rows - 1)
        return Data((rows > 1 ? room + "\u{1B}[\(rows - 1)A\u{1B}7" : "\u{1B}7").utf8)
    }

    /// A frame, drawn over the one before.
    func redrawn(_ drawing: Data) -> Data {
        Data("\u{1B}8".utf8) + drawing
    }

    /// Goes to the line below.
    var ending: Data {
        Data((rows > 1 ? "\u{1B}8\u{1B}[\(rows - 1)B\n" : "\u{1B}8\n").utf8)
    }

    /// A painter for the terminal at standard output.
    /// - Parameters:
    ///   - size: The cells to draw in; those of the terminal when nil, but for the line of the prompt.
    ///   - graphics: How to draw; as well as the terminal can when nil.
    static func painter(size: ShowCommand.Options.Size?, graphics: TerminalGraphics?) -> TerminalPainter {
        var capabilities = TerminalCapabilities(environment: ProcessInfo.processInfo.environment)
        if let graphics { capabilities.graphics = graphics }
        var window = winsize()
        let isKnown =
            ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        if isKnown, window.ws_xpixel >= window.ws_col, window.ws_ypixel >= window.ws_row {
            capabilities.cellWidth = Int(window.ws_xpixel / window.ws_col)
            capabilities.cellHeight = Int(window.ws_ypixel / window.ws_row)
        }
        return TerminalPainter(
            capabilities, columns: size?.columns ?? (isKnown ? Int(window.ws_col) : 80),
            rows: size?.rows ?? (isKnown ? max(Int(window.ws_row) - 1, 1) : 24))
    }
}
