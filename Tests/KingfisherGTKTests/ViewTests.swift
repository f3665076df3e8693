import Foundation
import KingfisherGTK
import KingfisherTestKit
import TestViews
import Testing

/// Each check is a program of its own: GTK wants the main thread and its loop, which the tests' process has given away.
@Suite("GTK", .serialized, .timeLimit(.minutes(5)))
struct ViewTests {
    @Test("the contract of all views holds for ImageView", arguments: ViewContract<ImageView>.names)
    func contract(_ name: String) async throws {
        try await ViewProgram.check("ImageView: \(name)")
    }

    @Test(
        "the main loop runs the main actor",
        arguments: [
            "100,000 hops to the main actor arrive", "an idle loop takes no processor time",
            "a timer on the main queue fires",
        ])
    func loop(_ name: String) async throws {
        try await ViewProgram.check(name)
    }

    @Test(
        "the screen shows what it should",
        arguments: [
            "a load, from the placeholder to the image", "a failed load", "a progress bar", "a fade",
            "a flip", "a custom transition", "pixels of every kind", "a placeholder that is a widget",
        ])
    func looks(_ name: String) async throws {
        try await ViewProgram.check(name)
    }

    @Test(
        "views go when they are no longer used",
        arguments: ["a view lives with its widget", "1,000 views come and go"])
    func lifetime(_ name: String) async throws {
        try await ViewProgram.check(name)
    }

    @Test("without a display the program says what is missing")
    func noDisplay() async throws {
        let outcome = try await ViewProgram.run("a fade", display: nil)
        #expect(outcome.exitCode == 1)
        #expect(outcome.text.contains("There is no display"), "\(outcome.text)")
    }
}
