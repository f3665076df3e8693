// The system's giflib; the package manager finds it through pkg-config.
#ifndef KINGFISHER_CGIF_H
#define KINGFISHER_CGIF_H

#include <gif_lib.h>

#endif
