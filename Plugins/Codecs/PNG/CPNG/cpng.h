// The system's libpng and the zlib it stands on; the package manager finds both through pkg-config's "libpng".
#ifndef KINGFISHER_CPNG_H
#define KINGFISHER_CPNG_H

#include <png.h>
#include <zlib.h>

#endif
