#include "kf_gtk.h"

#include <gtk/gtk.h>

static kf_gtk_toggled toggled_of(GObject *object) {
    return (kf_gtk_toggled)g_object_get_data(object, "kf-toggled");
}

static void toggled(gpointer peer, GObject *object, gboolean is_last) {
    toggled_of(object)(peer, is_last);
}

void kf_gtk_widget_own(GtkWidget *widget, void *peer, kf_gtk_toggled handler) {
    g_object_ref_sink(widget);
    g_object_set_data(G_OBJECT(widget), "kf-toggled", (gpointer)handler);
    g_object_add_toggle_ref(G_OBJECT(widget), toggled, peer);
    g_object_unref(widget);
}

void kf_gtk_widget_disown(GtkWidget *widget, void *peer, kf_gtk_toggled handler) {
    (void)handler;
    g_object_remove_toggle_ref(G_OBJECT(widget), toggled, peer);
}

void kf_gtk_widget_retain(GtkWidget *widget) {
    g_object_ref_sink(widget);
}

void kf_gtk_widget_release(GtkWidget *widget) {
    g_object_unref(widget);
}

bool kf_gtk_widget_is_mapped(GtkWidget *widget) {
    return gtk_widget_get_mapped(widget);
}

bool kf_gtk_widget_animates(GtkWidget *widget) {
    gboolean enabled = TRUE;
    g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &enabled, NULL);
    return enabled;
}

double kf_gtk_widget_opacity(GtkWidget *widget) {
    return gtk_widget_get_opacity(widget);
}

void kf_gtk_widget_set_opacity(GtkWidget *widget, double opacity) {
    gtk_widget_set_opacity(widget, opacity);
}

int kf_gtk_widget_scale_factor(GtkWidget *widget) {
    return gtk_widget_get_scale_factor(widget);
}

void kf_gtk_widget_set_size(GtkWidget *widget, int width, int height) {
    gtk_widget_set_size_request(widget, width, height);
}

typedef struct {
    kf_gtk_tick tick;
    kf_gtk_action action;
    void *context;
    void (*release)(void *context);
} Callback;

static Callback *callback_new(void *context, void (*release)(void *context)) {
    Callback *callback = g_new0(Callback, 1);
    callback->context = context;
    callback->release = release;
    return callback;
}

static void callback_free(gpointer data) {
    Callback *callback = data;
    callback->release(callback->context);
    g_free(callback);
}

static gboolean ticked(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    (void)widget;
    Callback *callback = data;
    return callback->tick(callback->context, gdk_frame_clock_get_frame_time(clock));
}

unsigned kf_gtk_widget_add_tick(
    GtkWidget *widget, kf_gtk_tick tick, void *context, void (*release)(void *context)) {
    Callback *callback = callback_new(context, release);
    callback->tick = tick;
    return gtk_widget_add_tick_callback(widget, ticked, callback, callback_free);
}

void kf_gtk_widget_remove_tick(GtkWidget *widget, unsigned tick) {
    gtk_widget_remove_tick_callback(widget, tick);
}

static void acted(gpointer data) {
    Callback *callback = data;
    callback->action(callback->context);
}

static void closure_freed(gpointer data, GClosure *closure) {
    (void)closure;
    callback_free(data);
}

void kf_gtk_widget_on(
    GtkWidget *widget, const char *signal, kf_gtk_action action, void *context,
    void (*release)(void *context)) {
    Callback *callback = callback_new(context, release);
    callback->action = action;
    // Swapped: the first argument is then the callback, however many the signal has.
    g_signal_connect_data(widget, signal, G_CALLBACK(acted), callback, closure_freed, G_CONNECT_SWAPPED);
}
