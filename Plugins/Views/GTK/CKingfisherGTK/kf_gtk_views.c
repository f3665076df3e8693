#include "kf_gtk.h"

#include <gtk/gtk.h>

GtkWidget *kf_gtk_picture_new(KfGtkPaintable *paintable) {
    return gtk_picture_new_for_paintable(GDK_PAINTABLE(paintable));
}

void kf_gtk_picture_set_fit(GtkWidget *picture, int fit) {
    gtk_picture_set_content_fit(GTK_PICTURE(picture), (GtkContentFit)fit);
}

void kf_gtk_picture_set_description(GtkWidget *picture, const char *text) {
    gtk_picture_set_alternative_text(GTK_PICTURE(picture), text);
}

GtkWidget *kf_gtk_overlay_new(GtkWidget *child) {
    GtkWidget *overlay = gtk_overlay_new();
    gtk_overlay_set_child(GTK_OVERLAY(overlay), child);
    return overlay;
}

void kf_gtk_overlay_add(GtkWidget *overlay, GtkWidget *widget, bool fills) {
    GtkAlign align = fills ? GTK_ALIGN_FILL : GTK_ALIGN_CENTER;
    gtk_widget_set_halign(widget, align);
    gtk_widget_set_valign(widget, align);
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), widget);
}

void kf_gtk_overlay_remove(GtkWidget *overlay, GtkWidget *widget) {
    if (gtk_widget_get_parent(widget) == overlay) gtk_overlay_remove_overlay(GTK_OVERLAY(overlay), widget);
}

GtkWidget *kf_gtk_spinner_new(void) {
    return gtk_spinner_new();
}

void kf_gtk_spinner_set_running(GtkWidget *spinner, bool runs) {
    gtk_spinner_set_spinning(GTK_SPINNER(spinner), runs);
}

GtkWidget *kf_gtk_progress_new(void) {
    return gtk_progress_bar_new();
}

void kf_gtk_progress_set(GtkWidget *progress, double fraction) {
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(progress), fraction);
}

bool kf_gtk_widget_show_paintable(GtkWidget *widget, KfGtkPaintable *paintable) {
    if (GTK_IS_IMAGE(widget)) {
        gtk_image_set_from_paintable(GTK_IMAGE(widget), GDK_PAINTABLE(paintable));
    } else if (GTK_IS_BUTTON(widget)) {
        gtk_button_set_child(GTK_BUTTON(widget), kf_gtk_picture_new(paintable));
    } else {
        return false;
    }
    return true;
}

GtkWidget *kf_gtk_window_new(const char *title, int width, int height) {
    GtkWidget *window = gtk_window_new();
    gtk_window_set_title(GTK_WINDOW(window), title);
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
    return window;
}

void kf_gtk_window_set_decorated(GtkWidget *window, bool decorated) {
    gtk_window_set_decorated(GTK_WINDOW(window), decorated);
}

void kf_gtk_window_set_child(GtkWidget *window, GtkWidget *child) {
    gtk_window_set_child(GTK_WINDOW(window), child);
}

void kf_gtk_window_present(GtkWidget *window) {
    gtk_window_present(GTK_WINDOW(window));
}

void kf_gtk_window_destroy(GtkWidget *window) {
    gtk_window_destroy(GTK_WINDOW(window));
}
