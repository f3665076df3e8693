import Foundation
import KingfisherCore
import KingfisherGTK
import KingfisherPipeline

extension ViewCheck {
    /// What lives how long.
    static var lifetime: [ViewCheck] {
        [
            ViewCheck(name: "a view lives with its widget") { stage in try await livesWithWidget(stage) },
            ViewCheck(name: "1,000 views come and go") { stage in try await thousand(stage) },
        ]
    }

    private static func livesWithWidget(_ stage: Stage) async throws {
        weak var view: ImageView?
        var window: Window?
        do {
            let shown = ImageView()
            window = stage.show(shown)
            view = shown
        }
        try stage.expect(view != nil, "a view in a window is gone")
        window?.close()
        window = nil
        try await stage.wait(for: "the end of a view whose window was closed") { view == nil }
    }

    private static func thousand(_ stage: Stage) async throws {
        let image = try ScreenColor(1, 2, 3).image(width: 512, height: 512)
        func comeAndGo(_ count: Int) async throws {
            for _ in 0..<count {
                weak var view: ImageView?
                var window: Window?
                do {
                    let shown = ImageView()
                    window = stage.show(shown)
                    shown.kf.indicatorType = .activity
                    // Pixels of its own, which the texture keeps.
                    var copy = try image.pixels.thaw()
                    copy.withMutableSamples8 { $0[0] = 9 }
                    shown.image = image.replacingPixels(copy.freeze())
                    view = shown
                }
                window?.close()
                window = nil
                try await stage.wait(for: "the end of a view") { view == nil }
            }
        }
        try await comeAndGo(100)
        let before = try residentBytes()
        try await comeAndGo(900)
        let grown = try residentBytes() - before
        print("900 views with 768 KiB of pixels each left \(grown >> 10) KiB")
        try stage.expect(grown < 48 << 20, "900 views left \(grown >> 20) MiB behind")
    }

    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * Int(getpagesize())
    }
}
