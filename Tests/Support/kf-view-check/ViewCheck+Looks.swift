import Foundation
import KingfisherCore
import KingfisherGTK
import KingfisherPipeline
import KingfisherTestKit
import TestViews

extension ViewCheck {
    /// What is on the screen.
    static var looks: [ViewCheck] {
        [
            ViewCheck(name: "a load, from the placeholder to the image") { stage in try await load(stage) },
            ViewCheck(name: "a failed load") { stage in try await failure(stage) },
            ViewCheck(name: "a progress bar") { stage in try await progress(stage) },
            ViewCheck(name: "a fade") { stage in try await fade(stage) },
            ViewCheck(name: "a flip") { stage in try await flip(stage) },
            ViewCheck(name: "a custom transition") { stage in try await custom(stage) },
            ViewCheck(name: "pixels of every kind") { stage in try await pixelKinds(stage) },
            ViewCheck(name: "a placeholder that is a widget") { stage in try await widgetPlaceholder(stage) },
        ]
    }

    private static let red = ScreenColor(200, 30, 20)
    private static let green = ScreenColor(20, 160, 60)
    private static let blue = ScreenColor(30, 60, 200)

    private static func load(_ stage: Stage) async throws {
        let (pipeline, gate, view) = (try ViewPipeline(), try Gate(), stage.shownView())
        let source = pipeline.serve(try ViewPipeline.png(green.image()), at: "/green.png", gate: gate)
        view.kf.setImage(with: source, manager: pipeline.manager, placeholder: try red.image())
        try await stage.picture("placeholder") { color, _ in color == red }
        view.kf.indicatorType = .activity
        try await stage.picture("loading") { $1 > 1 }
        gate.open()
        try await stage.picture("loaded") { color, _ in color == green }
    }

    private static func failure(_ stage: Stage) async throws {
        let (pipeline, view) = (try ViewPipeline(), stage.shownView())
        view.kf.setImage(
            with: pipeline.missing, manager: pipeline.manager, placeholder: try red.image(),
            options: [.onFailureImage(try blue.image())])
        try await stage.picture("failed") { color, _ in color == blue }
    }

    private static func progress(_ stage: Stage) async throws {
        let (pipeline, gate, view) = (try ViewPipeline(), try Gate(), stage.shownView())
        let bytes = try ViewPipeline.picture(width: 400)
        pipeline.server.route("/slow.png", .bytes(bytes).gated(bytes.count / 2, by: gate))
        let source = Source.network(pipeline.server.url("/slow.png"))
        view.kf.indicatorType = .progress
        var half = false
        view.kf.setImage(
            with: source, manager: pipeline.manager, placeholder: try red.image(),
            progressBlock: { _, _ in half = true })
        gate.pass(1)
        try await stage.wait(for: "half the bytes") { half }
        try await stage.picture("progress") { $1 > 1 }
        gate.open()
        try await stage.wait(for: "the image") { view.image?.width == 400 }
    }

    private static func fade(_ stage: Stage) async throws {
        let view = stage.shownView()
        view.image = try red.image()
        try await stage.picture("before-fade") { color, _ in color == red }
        var completions = 0
        view.show(try blue.image(), transition: .fade(8)) { completions += 1 }
        try await stage.picture("fading") { color, _ in color.red < 170 && color.blue > 50 && color.blue < 170
        }
        try stage.expect(completions == 0, "a fade completed on its way")
        view.show(try green.image(), transition: .fade(0.1)) { completions += 1 }
        try stage.expect(completions == 1, "a fade that was replaced completed \(completions) times")
        try await stage.picture("faded") { color, _ in color == green }
        try await stage.wait(for: "the end of a fade") { completions == 2 }
    }

    private static func flip(_ stage: Stage) async throws {
        let view = stage.shownView()
        view.image = try red.image()
        try await stage.picture("before-flip") { color, _ in color == red }
        for (name, transition) in [
            ("left", ImageTransition.flipFromLeft(0.5)), ("bottom", ImageTransition.flipFromBottom(0.5)),
        ] {
            var isDone = false
            view.show(try blue.image(), transition: transition) { isDone = true }
            try await stage.wait(for: "the end of a flip") { isDone }
            try await stage.picture("flipped-\(name)") { color, _ in color == blue }
            view.image = try red.image()
        }
    }

    private static func custom(_ stage: Stage) async throws {
        let view = stage.shownView()
        var steps: [Double] = []
        var isDone = false
        view.image = try red.image()
        try await stage.picture("before-custom") { color, _ in color == red }
        let transition = ImageTransition.custom(duration: 0.2) { view, progress in
            (view as? ImageView)?.opacity = progress
            steps.append(progress)
        }
        view.show(try blue.image(), transition: transition) { isDone = true }
        try await stage.wait(for: "the end of a custom transition") { isDone }
        try stage.expect(steps.last == 1 && steps == steps.sorted(), "a custom transition went \(steps)")
        try await stage.picture("after-custom") { color, _ in color == blue }
    }

    private static func pixelKinds(_ stage: Stage) async throws {
        let view = stage.shownView()
        let gray = try ScreenColor(120, 120, 120).image().pixels
        for kind in [
            PixelKind(.gray), PixelKind(.grayAlpha), PixelKind(.rgb), PixelKind(.rgba),
            PixelKind(.gray, .sixteen), PixelKind(.rgb, .sixteen), PixelKind(.rgba, .sixteen),
        ] {
            view.image = nil
            try await stage.picture("empty") { color, _ in color != ScreenColor(120, 120, 120) }
            view.image = Image(pixels: try gray.converted(to: kind))
            try await stage.picture("kind") { color, _ in color == ScreenColor(120, 120, 120) }
        }
    }

    private static func widgetPlaceholder(_ stage: Stage) async throws {
        let (pipeline, gate, view) = (try ViewPipeline(), try Gate(), stage.shownView())
        let source = pipeline.serve(try ViewPipeline.png(green.image()), at: "/green.png", gate: gate)
        let other = ImageView()
        other.contentFit = .fill
        other.image = try blue.image()
        view.kf.setImage(
            with: source, manager: pipeline.manager, placeholder: WidgetPlaceholder(other.widget))
        try await stage.picture("widget-placeholder") { color, _ in color == blue }
        gate.open()
        try await stage.picture("after-widget-placeholder") { color, _ in color == green }
    }
}
