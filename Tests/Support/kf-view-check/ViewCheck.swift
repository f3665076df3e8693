import KingfisherGTK
import TestViews

/// Something to find out on a display.
@MainActor
struct ViewCheck {
    let name: String
    let run: @MainActor (Stage) async throws -> Void

    static var all: [ViewCheck] { contract + loop + looks + lifetime }

    /// The contract of all views, for each kind there is here.
    private static var contract: [ViewCheck] {
        ViewContract<ImageView>.checks.map { check in
            ViewCheck(name: "ImageView: \(check.name)") { _ in
                // Outside windows, which would keep views that are to go away.
                try await check.run(ViewContract { ImageView() })
            }
        }
    }
}
