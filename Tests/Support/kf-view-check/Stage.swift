import Foundation
import KingfisherGTK
import KingfisherTestKit

/// A display with windows, of which pictures can be taken.
@MainActor
final class Stage {
    let loop: MainLoop
    private let folder: URL

    init(loop: MainLoop, folder: URL) {
        self.loop = loop
        self.folder = folder
    }

    /// A view in a window of its own.
    func shownView() -> ImageView {
        let view = ImageView()
        show(view)
        return view
    }

    /// Puts a view into a window over the whole screen, which is 400 by 300 points.
    @discardableResult
    func show(_ view: ImageView) -> Window {
        let window = Window(title: "kf-view-check", width: 400, height: 300)
        window.isDecorated = false
        window.setChild(view.widget)
        window.present()
        return window
    }

    /// Takes pictures of the screen by ImageMagick until one is as it should be.
    /// - Parameters:
    ///   - name: The picture's file is called so.
    ///   - looksRight: Told the colour in the middle of the screen, and how many colours there are.
    func picture(_ name: String, until looksRight: (_ middle: ScreenColor, _ colors: Int) -> Bool)
        async throws
    {
        let path = folder.appending(path: "\(name).png").path
        let start = ContinuousClock.now
        while true {
            try await run("import", "-silent", "-window", "root", path)
            let text = try await run("convert", path, "-format", "%[pixel:p{w/2,h/2}] %k", "info:")
            let parts = text.split(separator: " ").map(String.init)
            guard parts.count == 2, let color = ScreenColor(parts[0]), let count = Int(parts[1]) else {
                throw TestKitFailure("no colour is \(text)")
            }
            if looksRight(color, count) { return }
            guard ContinuousClock.now - start < .seconds(10) else {
                throw TestKitFailure("\(name): the screen's middle and number of colours are \(text)")
            }
        }
    }

    @discardableResult
    private func run(_ program: String, _ arguments: String...) async throws -> String {
        let outcome = try await ChildProgram.run(program, arguments)
        guard outcome.exitCode == 0 else { throw TestKitFailure("\(program): \(outcome.errorText)") }
        return String(decoding: outcome.output, as: UTF8.self)
    }

    /// Waits, with the loop running, until something holds.
    func wait(for what: String, until holds: @MainActor () -> Bool) async throws {
        let start = ContinuousClock.now
        while !holds() {
            guard ContinuousClock.now - start < .seconds(10) else {
                throw TestKitFailure("waited too long for \(what)")
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    func expect(_ condition: Bool, _ failure: @autoclosure () -> String) throws {
        if !condition { throw TestKitFailure(failure()) }
    }
}
