// The system's GTK 4; the package manager finds it through pkg-config.
#ifndef KINGFISHER_CGTK_H
#define KINGFISHER_CGTK_H

#include <gtk/gtk.h>

#endif
