import Foundation
import Testing

@testable import KFCommand

@Suite(.timeLimit(.minutes(1)))
struct JSONLineTests {
    @Test func membersKeepTheirOrder() {
        var line = JSONLine()
        line.add("source", "a.png")
        line.add("width", 400)
        line.add("alpha", true)
        line.add("iccProfile", String?.none)
        line.add("milliseconds", .tenths(12.345))
        line.add("reads", .list([.string("png"), .integer(-1), .null]))
        #expect(
            line.text
                == #"{"source":"a.png","width":400,"alpha":true,"iccProfile":null,"milliseconds":12.3,"reads":["png",-1,null]}"#
        )
    }

    @Test(arguments: [
        "plain", "\"quoted\" \\ back", "tab\tline\nreturn\r", "\u{0}\u{1}\u{1F}\u{7F}", "Größe 😀 \u{2028}",
        "", "</script>",
    ])
    func anyTextComesBackFromAnotherParser(text: String) throws {
        var line = JSONLine()
        line.add("key \(text)", text)
        #expect(!line.text.contains("\n"))
        let parsed = try JSONSerialization.jsonObject(with: Data(line.text.utf8)) as? [String: String]
        #expect(parsed == ["key \(text)": text])
    }

    @Test(arguments: [
        (0, "0.0"), (0.04, "0.0"), (0.05, "0.1"), (9.96, "10.0"), (-0.01, "0.0"), (-1.25, "-1.3"),
        (Double.infinity, "null"), (Double.nan, "null"), (1e300, "null"),
    ])
    func numbersHaveOneDecimal(number: Double, text: String) {
        var line = JSONLine()
        line.add("n", .tenths(number))
        #expect(line.text == "{\"n\":\(text)}")
    }
}
