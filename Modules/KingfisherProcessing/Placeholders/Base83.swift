/// Numbers in the 83 characters of BlurHash, the highest digit first.
enum Base83 {
    private static let characters = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

    static func text(_ value: Int, length: Int) -> String {
        var value = value
        var digits: [UInt8] = []
        for _ in 0..<length {
            digits.append(characters[value % 83])
            value /= 83
        }
        return String(decoding: digits.reversed(), as: UTF8.self)
    }

    /// The digits; nil where a character is none.
    static func digits(_ text: String) -> [Int]? {
        var digits: [Int] = []
        for character in text.utf8 {
            guard let digit = characters.firstIndex(of: character) else { return nil }
            digits.append(digit)
        }
        return digits
    }
}
