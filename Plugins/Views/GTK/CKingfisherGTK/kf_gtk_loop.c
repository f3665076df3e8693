#include "kf_gtk.h"

#include <errno.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <unistd.h>

// libdispatch has these for the run loops of others; they stand in no public header. The handle is an eventfd.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

bool kf_gtk_init(void) {
    return gtk_init_check();
}

static gboolean drain(gint handle, GIOCondition condition, gpointer unused) {
    (void)condition;
    (void)unused;
    // Taken before draining: what is added meanwhile signals anew. Left there, it would wake the loop for ever.
    uint64_t count;
    while (read(handle, &count, sizeof count) < 0 && errno == EINTR) {}
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

unsigned kf_gtk_attach_main_queue(void) {
    int handle = _dispatch_get_main_queue_handle_4CF();
    if (handle < 0) return 0;
    return g_unix_fd_add_full(G_PRIORITY_DEFAULT, handle, G_IO_IN, drain, NULL, NULL);
}

void kf_gtk_detach_main_queue(unsigned source) {
    g_source_remove(source);
}

void kf_gtk_iterate(void) {
    g_main_context_iteration(NULL, TRUE);
}

void kf_gtk_wake(void) {
    g_main_context_wakeup(NULL);
}
