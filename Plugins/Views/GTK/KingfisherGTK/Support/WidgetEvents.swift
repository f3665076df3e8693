internal import CKingfisherGTK

/// What happens to a widget, told to closures.
@MainActor
enum WidgetEvents {
    /// Calls with each frame, with its time in microseconds, until the closure says false.
    /// - Returns: A number to stop it by.
    static func eachFrame(
        of widget: OpaquePointer, _ body: @escaping @MainActor (Int64) -> Bool
    ) -> UInt32 {
        kf_gtk_widget_add_tick(
            widget,
            { context, time in
                let body = callback(context, of: Int64.self)
                return MainActor.assumeIsolated { body?(time) ?? false }
            }, Callback(body).retained, releaseObject)
    }

    /// Calls when a signal without arguments is sent, as long as the widget lives.
    static func on(_ signal: String, of widget: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
        let action = Callback<Void> { _ in
            body()
            return true
        }
        kf_gtk_widget_on(
            widget, signal,
            { context in
                let body = callback(context, of: Void.self)
                MainActor.assumeIsolated { _ = body?(()) }
            }, action.retained, releaseObject)
    }
}
