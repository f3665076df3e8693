internal import CKingfisherChafa

/// How a terminal shows a picture.
public enum TerminalGraphics: String, Sendable, CaseIterable {
    /// By block characters in colours.
    case symbols
    /// By sixels, as xterm, foot and mlterm do.
    case sixel
    /// By kitty's protocol.
    case kitty

    var code: Int32 {
        let code =
            switch self {
            case .symbols: KF_CHAFA_SYMBOLS
            case .sixel: KF_CHAFA_SIXEL
            case .kitty: KF_CHAFA_KITTY
            }
        return Int32(code)
    }
}

/// How many colours a terminal's characters have.
public enum TerminalColors: Int32, Sendable {
    /// Its own foreground and background.
    case none = 0
    /// 16.
    case sixteen = 1
    /// 256.
    case palette = 2
    /// All of 8 bits a channel.
    case all = 3
}
