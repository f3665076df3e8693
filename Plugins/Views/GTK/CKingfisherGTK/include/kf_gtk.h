// What the GTK plugin asks of GTK 4, in functions that Swift can call: no cast macros, no variadics, no inheritance.
//
// All of it on the main thread. Widgets are pointers that Swift does not look into; functions named _new return a
// reference that is the caller's, and nothing else gives one away.
#ifndef KINGFISHER_KF_GTK_H
#define KINGFISHER_KF_GTK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct _GtkWidget GtkWidget;
typedef struct _GdkTexture GdkTexture;
typedef struct _KfGtkPaintable KfGtkPaintable;

// The loop.

/// Opens the display; false where there is none. May be called again.
bool kf_gtk_init(void);
/// Lets the main loop drain libdispatch's main queue, on which Swift's main actor runs.
/// Returns the source's number, 0 where the system refused one.
unsigned kf_gtk_attach_main_queue(void);
void kf_gtk_detach_main_queue(unsigned source);
/// Waits for the next event and handles it.
void kf_gtk_iterate(void);
/// Ends a wait in `kf_gtk_iterate`. From any thread.
void kf_gtk_wake(void);

// Textures.

/// A texture over bytes that stay where they are until `release` is called with `owner`, on any thread; NULL, with nothing
/// released, for pixels that GTK has no format for.
GdkTexture *kf_gtk_texture_new(
    const void *bytes, int width, int height, int channels, int depth, bool premultiplied, void *owner,
    void (*release)(void *owner));
void kf_gtk_texture_free(GdkTexture *texture);

// What a picture paints: a texture, or a texture on its way to another one.

enum { KF_GTK_FADE, KF_GTK_FLIP_LEFT, KF_GTK_FLIP_RIGHT, KF_GTK_FLIP_TOP, KF_GTK_FLIP_BOTTOM };

KfGtkPaintable *kf_gtk_paintable_new(void);
void kf_gtk_paintable_free(KfGtkPaintable *paintable);
/// Paints the texture, which may be NULL, at so many pixels per point; a transition is over.
void kf_gtk_paintable_show(KfGtkPaintable *paintable, GdkTexture *texture, double scale);
/// As `kf_gtk_paintable_show`, coming from what is painted now. Nothing of the new texture is seen until the first step.
void kf_gtk_paintable_begin(KfGtkPaintable *paintable, GdkTexture *texture, double scale, int kind);
/// How far the transition is, 0...1; at 1 it is over, and the old texture is let go.
void kf_gtk_paintable_step(KfGtkPaintable *paintable, double progress);

// Widgets.

/// Called when a widget is referred to by others than its peer, and when it no longer is.
typedef void (*kf_gtk_toggled)(void *peer, bool is_last);

/// Makes `peer` the owner of one reference to the widget, in place of the caller's floating or own one.
void kf_gtk_widget_own(GtkWidget *widget, void *peer, kf_gtk_toggled toggled);
void kf_gtk_widget_disown(GtkWidget *widget, void *peer, kf_gtk_toggled toggled);
void kf_gtk_widget_retain(GtkWidget *widget);
void kf_gtk_widget_release(GtkWidget *widget);
bool kf_gtk_widget_is_mapped(GtkWidget *widget);
/// Whether the user wants to see animations.
bool kf_gtk_widget_animates(GtkWidget *widget);
double kf_gtk_widget_opacity(GtkWidget *widget);
void kf_gtk_widget_set_opacity(GtkWidget *widget, double opacity);
int kf_gtk_widget_scale_factor(GtkWidget *widget);
void kf_gtk_widget_set_size(GtkWidget *widget, int width, int height);

/// Called with each frame of the display, with the time in microseconds; false ends it.
typedef bool (*kf_gtk_tick)(void *context, int64_t time);
/// Calls until `tick` says false or `kf_gtk_widget_remove_tick`; `release` then gets the context.
unsigned kf_gtk_widget_add_tick(
    GtkWidget *widget, kf_gtk_tick tick, void *context, void (*release)(void *context));
void kf_gtk_widget_remove_tick(GtkWidget *widget, unsigned tick);

/// Called with the context when a signal without arguments is sent.
typedef void (*kf_gtk_action)(void *context);
/// Calls until the widget goes; `release` then gets the context.
void kf_gtk_widget_on(
    GtkWidget *widget, const char *signal, kf_gtk_action action, void *context,
    void (*release)(void *context));

GtkWidget *kf_gtk_picture_new(KfGtkPaintable *paintable);
/// 0 fill, 1 contain, 2 cover, 3 scale down.
void kf_gtk_picture_set_fit(GtkWidget *picture, int fit);
void kf_gtk_picture_set_description(GtkWidget *picture, const char *text);

GtkWidget *kf_gtk_overlay_new(GtkWidget *child);
/// Lays a widget over the child, in the middle or over all of it.
void kf_gtk_overlay_add(GtkWidget *overlay, GtkWidget *widget, bool fills);
void kf_gtk_overlay_remove(GtkWidget *overlay, GtkWidget *widget);

GtkWidget *kf_gtk_spinner_new(void);
void kf_gtk_spinner_set_running(GtkWidget *spinner, bool runs);
GtkWidget *kf_gtk_progress_new(void);
void kf_gtk_progress_set(GtkWidget *progress, double fraction);

/// Shows a paintable in a GtkImage, or as the child of a GtkButton; false for widgets of other kinds.
bool kf_gtk_widget_show_paintable(GtkWidget *widget, KfGtkPaintable *paintable);

GtkWidget *kf_gtk_window_new(const char *title, int width, int height);
void kf_gtk_window_set_decorated(GtkWidget *window, bool decorated);
void kf_gtk_window_set_child(GtkWidget *window, GtkWidget *child);
void kf_gtk_window_present(GtkWidget *window);
void kf_gtk_window_destroy(GtkWidget *window);

#endif
