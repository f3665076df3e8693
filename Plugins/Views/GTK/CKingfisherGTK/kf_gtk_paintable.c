#include "kf_gtk.h"

#include <gtk/gtk.h>
#include <math.h>

// Formats by channels and depth, straight and premultiplied; GTK 4.8 has none for gray.
static bool format_of(int channels, int depth, bool premultiplied, GdkMemoryFormat *format) {
    if (channels == 3) {
        *format = depth == 8 ? GDK_MEMORY_R8G8B8 : GDK_MEMORY_R16G16B16;
    } else if (channels == 4 && depth == 8) {
        *format = premultiplied ? GDK_MEMORY_R8G8B8A8_PREMULTIPLIED : GDK_MEMORY_R8G8B8A8;
    } else if (channels == 4) {
        *format = premultiplied ? GDK_MEMORY_R16G16B16A16_PREMULTIPLIED : GDK_MEMORY_R16G16B16A16;
    } else {
        return false;
    }
    return true;
}

GdkTexture *kf_gtk_texture_new(
    const void *bytes, int width, int height, int channels, int depth, bool premultiplied, void *owner,
    void (*release)(void *owner)) {
    GdkMemoryFormat format;
    if (!format_of(channels, depth, premultiplied, &format)) return NULL;
    size_t stride = (size_t)width * channels * (depth / 8);
    GBytes *block = g_bytes_new_with_free_func(bytes, stride * height, release, owner);
    GdkTexture *texture = gdk_memory_texture_new(width, height, format, block, stride);
    g_bytes_unref(block);
    return texture;
}

void kf_gtk_texture_free(GdkTexture *texture) {
    g_object_unref(texture);
}

struct _KfGtkPaintable {
    GObject parent_instance;
    GdkTexture *texture;
    double scale;
    // Set while a transition runs.
    GdkTexture *old;
    bool is_changing;
    int kind;
    double progress;
};

typedef struct {
    GObjectClass parent_class;
} KfGtkPaintableClass;

static void kf_gtk_paintable_init_interface(GdkPaintableInterface *interface);
static GType kf_gtk_paintable_get_type(void);
G_DEFINE_TYPE_WITH_CODE(
    KfGtkPaintable, kf_gtk_paintable, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, kf_gtk_paintable_init_interface))

static void kf_gtk_paintable_init(KfGtkPaintable *self) {
    self->scale = 1;
}

static void kf_gtk_paintable_dispose(GObject *object) {
    KfGtkPaintable *self = (KfGtkPaintable *)object;
    g_clear_object(&self->texture);
    g_clear_object(&self->old);
    G_OBJECT_CLASS(kf_gtk_paintable_parent_class)->dispose(object);
}

static void kf_gtk_paintable_class_init(KfGtkPaintableClass *class) {
    G_OBJECT_CLASS(class)->dispose = kf_gtk_paintable_dispose;
}

// Paints a texture as large as it fits the area, in its middle.
static void paint(GdkTexture *texture, GtkSnapshot *snapshot, double width, double height) {
    if (texture == NULL) return;
    double ratio = (double)gdk_texture_get_width(texture) / gdk_texture_get_height(texture);
    double w = fmin(width, height * ratio), h = w / ratio;
    // Within rounding of the area it is the area: pixels then meet pixels.
    if (fabs(w - width) < 1 && fabs(h - height) < 1) w = width, h = height;
    gtk_snapshot_append_texture(
        snapshot, texture, &GRAPHENE_RECT_INIT((width - w) / 2, (height - h) / 2, w, h));
}

// The old side until the middle, then the new one, seen ever narrower and wider again.
static void paint_flip(KfGtkPaintable *self, GtkSnapshot *snapshot, double width, double height) {
    double angle = self->progress * G_PI;
    double extent = fabs(cos(angle));
    bool is_upright = self->kind == KF_GTK_FLIP_LEFT || self->kind == KF_GTK_FLIP_RIGHT;
    bool is_backwards = self->kind == KF_GTK_FLIP_RIGHT || self->kind == KF_GTK_FLIP_BOTTOM;
    // Shifted towards the side that it turns from, most where it is narrowest.
    double shift = sin(angle) * 0.1 * (is_backwards ? 1 : -1) * (is_upright ? width : height);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(
        snapshot, &GRAPHENE_POINT_INIT(
                      width / 2 + (is_upright ? shift : 0), height / 2 + (is_upright ? 0 : shift)));
    gtk_snapshot_scale(snapshot, is_upright ? fmax(extent, 0.001) : 1, is_upright ? 1 : fmax(extent, 0.001));
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(-width / 2, -height / 2));
    paint(self->progress < 0.5 ? self->old : self->texture, snapshot, width, height);
    gtk_snapshot_restore(snapshot);
}

static void kf_gtk_paintable_snapshot(
    GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height) {
    KfGtkPaintable *self = (KfGtkPaintable *)paintable;
    if (!self->is_changing) {
        paint(self->texture, snapshot, width, height);
    } else if (self->kind == KF_GTK_FADE) {
        gtk_snapshot_push_cross_fade(snapshot, self->progress);
        paint(self->old, snapshot, width, height);
        gtk_snapshot_pop(snapshot);
        paint(self->texture, snapshot, width, height);
        gtk_snapshot_pop(snapshot);
    } else {
        paint_flip(self, snapshot, width, height);
    }
}

static int points(KfGtkPaintable *self, int pixels) {
    return (int)fmax(1, round(pixels / self->scale));
}

static int kf_gtk_paintable_width(GdkPaintable *paintable) {
    KfGtkPaintable *self = (KfGtkPaintable *)paintable;
    return self->texture ? points(self, gdk_texture_get_width(self->texture)) : 0;
}

static int kf_gtk_paintable_height(GdkPaintable *paintable) {
    KfGtkPaintable *self = (KfGtkPaintable *)paintable;
    return self->texture ? points(self, gdk_texture_get_height(self->texture)) : 0;
}

static void kf_gtk_paintable_init_interface(GdkPaintableInterface *interface) {
    interface->snapshot = kf_gtk_paintable_snapshot;
    interface->get_intrinsic_width = kf_gtk_paintable_width;
    interface->get_intrinsic_height = kf_gtk_paintable_height;
}

KfGtkPaintable *kf_gtk_paintable_new(void) {
    return g_object_new(kf_gtk_paintable_get_type(), NULL);
}

void kf_gtk_paintable_free(KfGtkPaintable *paintable) {
    g_object_unref(paintable);
}

static void replace(KfGtkPaintable *self, GdkTexture *texture, double scale) {
    GdkPaintable *paintable = GDK_PAINTABLE(self);
    int width = kf_gtk_paintable_width(paintable), height = kf_gtk_paintable_height(paintable);
    self->scale = scale;
    g_set_object(&self->texture, texture);
    // A change of size lays out the window anew: not for each frame of an animation.
    if (kf_gtk_paintable_width(paintable) != width || kf_gtk_paintable_height(paintable) != height) {
        gdk_paintable_invalidate_size(paintable);
    }
    gdk_paintable_invalidate_contents(paintable);
}

void kf_gtk_paintable_show(KfGtkPaintable *self, GdkTexture *texture, double scale) {
    self->is_changing = false;
    g_clear_object(&self->old);
    replace(self, texture, scale);
}

void kf_gtk_paintable_begin(KfGtkPaintable *self, GdkTexture *texture, double scale, int kind) {
    g_set_object(&self->old, self->texture);
    self->is_changing = true;
    self->kind = kind;
    self->progress = 0;
    replace(self, texture, scale);
}

void kf_gtk_paintable_step(KfGtkPaintable *self, double progress) {
    self->progress = progress;
    if (progress >= 1) {
        self->is_changing = false;
        g_clear_object(&self->old);
    }
    gdk_paintable_invalidate_contents(GDK_PAINTABLE(self));
}
