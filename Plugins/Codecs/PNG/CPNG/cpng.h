// The system's libpng; the package manager finds it through pkg-config.
#ifndef KINGFISHER_CPNG_H
#define KINGFISHER_CPNG_H

#include <png.h>

#endif
